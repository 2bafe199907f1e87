/** The small inline drawings of the element declarations: 120 × 48, strokes in the text's colour. */

function svg(body: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 48" width="120" height="48" fill="none" stroke="currentColor" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round">${body}</svg>`;
}

const dot = (x: number, y: number): string => `<circle cx="${x}" cy="${y}" r="3" fill="currentColor"/>`;
const ring = (x: number, y: number): string => `<circle cx="${x}" cy="${y}" r="3.4"/>`;
const coil = '<path d="M14 24H28l4-9 8 18 8-18 8 18 8-18 8 18 4-9H106"/>';
const pot = '<path d="M14 24H50M50 14V34M44 10H72V38H44M72 24H106"/>';
/** Axes and, dashed, where they should be: turned by 35° about (24, 43). What acts stands between them. */
const axes = '<path d="M100 43L24 43L24 17"/><path d="M78.1 5.1L24 43L9.1 21.7" stroke-dasharray="3 3"/>';
const bentCoil = 'M80 43L79.7 37.1L85.1 32.2L72.4 30.5L82.6 22.8L69.9 23.1L73.4 16.7L69.9 10.9';
const bentPot =
  'M80 43L78.1 28.5M73.3 29.8L82.9 27.2M71.8 34.6L68.6 24L82.5 18.2L86.5 32M75.5 21.1L69.9 10.9';
const spiral =
  '<path d="M60 24c4 0 4 6-1 6-8 0-9-12 1-13 13-1 16 19 1 21-18 1-22-27-1-29 14-1 23 8 24 17H100"/>';

/** Drawings by name. */
export const pictures = {
  /** A point on the robot (filled) pulled to a target (ring). */
  spring: svg(dot(12, 24) + coil + ring(109, 24)),
  damper: svg(dot(12, 24) + pot + ring(109, 24)),
  /** Along the line, at a rest length. */
  springLine: svg(
    `${dot(12, 24)}${coil}${ring(109, 24)}<path d="M12 42H109M12 38V46M109 38V46" stroke-width="1"/>`,
  ),
  damperLine: svg(
    `${dot(12, 24)}${pot}${ring(109, 24)}<path d="M12 42H109M12 38V46M109 38V46" stroke-width="1"/>`,
  ),
  /** Two sets of axes about one point. */
  springAttitude: svg(`${axes}<path d="${bentCoil}"/>`),
  damperAttitude: svg(`${axes}<path d="${bentPot}"/>`),
  springJoint: svg(`${spiral}${dot(60, 24)}<path d="M14 24H40"/>`),
  damperJoint: svg(
    `<circle cx="60" cy="24" r="16"/><circle cx="60" cy="24" r="7"/>${dot(60, 24)}<path d="M14 24H44M76 24H106"/>`,
  ),
  /** A ball that pushes out what enters it. */
  repel: svg(
    `<circle cx="88" cy="24" r="20" stroke-dasharray="3 3"/>${dot(72, 24)}<path d="M64 24H24M30 18l-7 6 7 6"/>`,
  ),
  force: svg(`${dot(24, 24)}<path d="M32 24H100M92 16l9 8-9 8"/>`),
} as const;
