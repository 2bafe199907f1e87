import { describe, expect, it } from 'vitest';
import { contactMapFigure } from './contact-map.js';

describe('a map of stability', () => {
  const html = contactMapFigure({
    title: 'press on <metal>',
    stiffness: [100, 10_000],
    damping: [1, 100],
    columns: 4,
    rows: 2,
    verdicts: 'ssuumsss',
    own: { stiffness: 1000, damping: 1, words: 'here' },
  });

  it('draws each verdict over its cells, damping upwards, and a ring where the scenario is', () => {
    const paths = [...html.matchAll(/<path fill="[^"]*" d="([^"]*)"><title>([^<]*)/g)].map(([, d, words]) => [
      words,
      d,
    ]);
    expect(paths).toEqual([
      ['stable', 'M100 118h210v110h-210zM205 8h315v110h-315z'],
      ['at its limit', 'M100 8h105v110h-105z'],
      ['unstable', 'M310 118h210v110h-210z'],
    ]);
    expect(html).toContain('<circle cx="310" cy="228"');
    expect(html).toContain('press on &lt;metal&gt;');
  });
});
