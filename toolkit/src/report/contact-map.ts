/** Where a loop is stable, over the stiffness of what it touches and its damping, as a picture. */
import { formatQuantity, numbers } from '../math/index.js';
import type { ContactPicture } from './data.js';
import { coordinate, safe } from './html.js';

const size = { left: 100, top: 8, width: 420, height: 220, below: 42 };
/** Class, words and letter in the data of each verdict. */
const kinds = [
  ['s', 'stable', 'var(--pass-ground)'],
  ['m', 'at its limit', 'var(--warn-ground)'],
  ['u', 'unstable', 'var(--fail-ground)'],
] as const;

export function contactMapFigure(map: ContactPicture): string {
  const { title, stiffness, damping, columns, rows, verdicts, own } = map;
  const [w, h] = [size.width / columns, size.height / rows];
  const areas = kinds.map(([letter, words, colour]) => {
    const runs: string[] = [];
    for (let row = 0; row < rows; row++) {
      for (let from = 0; from < columns; from++) {
        if (verdicts[row * columns + from] !== letter) continue;
        let to = from;
        while (to < columns && verdicts[row * columns + to] === letter) to++;
        const y = size.top + size.height - (row + 1) * h;
        runs.push(
          `M${coordinate(size.left + from * w)} ${coordinate(y)}h${coordinate((to - from) * w)}v${coordinate(h)}h${coordinate(-(to - from) * w)}z`,
        );
        from = to - 1;
      }
    }
    return `<path fill="${colour}" d="${runs.join('')}"><title>${words}</title></path>`;
  });
  const share = ([low, high]: readonly [number, number], x: number) =>
    numbers.log(x / low) / numbers.log(high / low);
  const x = size.left + size.width * share(stiffness, own.stiffness);
  const y = size.top + size.height * (1 - share(damping, own.damping));
  const text = (at: number, below: number, anchor: string, words: string) =>
    `<text x="${coordinate(at)}" y="${coordinate(below)}" text-anchor="${anchor}" fill="var(--soft)" font-size="11">${safe(words)}</text>`;
  const bottom = size.top + size.height;
  return `<figure class="card"><figcaption>${safe(title)}</figcaption><svg viewBox="0 0 ${size.left + size.width + 20} ${bottom + size.below}" role="img" aria-label="${safe(`${title}: ${own.words}`)}">
${areas.join('')}<rect x="${size.left}" y="${size.top}" width="${size.width}" height="${size.height}" fill="none" stroke="var(--line)"/>
<circle cx="${coordinate(x)}" cy="${coordinate(y)}" r="5" fill="none" stroke="var(--ink)" stroke-width="2"><title>${safe(own.words)}</title></circle>
${text(size.left, bottom + 16, 'start', formatQuantity(stiffness[0], 'N/m', 2))}${text(size.left + size.width, bottom + 16, 'end', formatQuantity(stiffness[1], 'N/m', 2))}${text(size.left + size.width / 2, bottom + 32, 'middle', 'stiffness of what is touched')}
${text(size.left - 6, bottom, 'end', formatQuantity(damping[0], 'N s/m', 2))}${text(size.left - 6, size.top + 10, 'end', formatQuantity(damping[1], 'N s/m', 2))}${text(size.left - 6, size.top + size.height / 2, 'end', 'damping')}
</svg><p class="hint">Green: stable, also from an impact; yellow: at its limit; red: unstable. The ring: this scenario, ${safe(own.words)}.</p></figure>`;
}
