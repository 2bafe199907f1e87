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

/** Small glyphs at the left of a drawing, a law's curve at its right. */
const smallCoil = `${dot(6, 24)}<path d="M9 24h5l2.5-8 5 16 5-16 5 16 5-16 2.5 8h11.5"/>${ring(54, 24)}`;
const smallPot = `${dot(6, 24)}<path d="M9 24H27M27 17V31M22 14H39V34H22M39 24H50.5"/>${ring(54, 24)}`;
/** Axes with their origin in the middle, for what acts both ways; and with it at the lower left. */
const cross = '<path d="M68 24H117M92 4V44" stroke-width="0.7"/>';
const corner = '<path d="M68 42H117M70 4V44" stroke-width="0.7"/>';
const curve = (path: string): string => `<path d="${path}" stroke-width="2"/>`;
const ground = '<path d="M6 36H56M14 36l-6 7M24 36l-6 7M34 36l-6 7M44 36l-6 7M54 36l-6 7"/>';
const ball = '<circle cx="31" cy="28" r="11"/>';

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
  springSaturating: svg(`${smallCoil}${cross}${curve('M68 39H72C88 39 86 9 112 9H116')}`),
  /** Forces inside a box, not a circle. */
  springSaturatingAxes: svg(
    `${smallCoil}<path d="M68 24H117M92 4V44" stroke-width="0.7"/><rect x="76" y="8" width="32" height="32"/>` +
      '<circle cx="92" cy="24" r="16" stroke-dasharray="2 3" stroke-width="1"/><path d="M92 24L107 9M107 14V9H102"/>',
  ),
  springGaussian: svg(
    `${smallCoil}${cross}${curve('M68 25C74 25 76 40 82 40C88 40 89 32 92 24S96 8 102 8C108 8 110 23 117 23')}`,
  ),
  springPolynomial: svg(`${smallCoil}${cross}${curve('M74 44C80 26 86 24 92 24S104 22 110 4')}`),
  /** Stiffness over the distance to an obstacle. */
  springPiecewise: svg(
    `<circle cx="12" cy="24" r="9"/>${dot(40, 24)}<path d="M46 24H58M53 19l6 5-6 5"/>${corner}` +
      `${curve('M70 5L80 18L92 38L116 42')}${dot(80, 18)}${dot(92, 38)}${dot(116, 42)}`,
  ),
  springOneSided: svg(
    `${smallCoil}${cross}${curve('M68 24H92L114 6')}<path d="M92 30V18" stroke-dasharray="2 2"/>`,
  ),
  springDeadZone: svg(`${smallCoil}${cross}${curve('M70 42L82 24H102L114 6')}`),
  /** Stiffness over the extension. */
  springSigmoid: svg(`${smallCoil}${corner}${curve('M70 37C98 37 88 9 116 9')}`),
  springContact: svg(
    `${ground}${ball}<path d="M31 24V8M27 13l4-5 4 5"/>${cross}${curve('M70 6L88 21Q92 24 98 24H116')}`,
  ),
  damperSaturating: svg(`${smallPot}${cross}${curve('M68 39H72C88 39 86 9 112 9H116')}`),
  damperOneWay: svg(`${smallPot}<path d="M24 42H42M37 38l5 4-5 4"/>${cross}${curve('M68 24H92L114 6')}`),
  /** Damping over a distance. */
  damperRamped: svg(`${smallPot}${corner}${curve('M70 42H84L102 10H117')}`),
  damperRateRamped: svg(`${smallPot}${cross}${curve('M70 44L76 34C81 25 86 24 92 24S103 23 108 14L114 4')}`),
  damperContact: svg(
    `${ground}${ball}<path d="M31 8V13M26 13H36M24 9V19H38V9"/>${cross}${curve('M72 38L92 24V24H116')}<path d="M92 12V36" stroke-dasharray="2 2"/>`,
  ),
  damperCoulomb: svg(`${smallPot}${cross}${curve('M68 38H84C91 38 90.5 30 92 24S93 10 100 10H116')}`),
  damperRubbing: svg(
    '<path d="M6 36H114M16 36l-6 7M32 36l-6 7M48 36l-6 7M64 36l-6 7M80 36l-6 7M96 36l-6 7M112 36l-6 7"/>' +
      '<rect x="44" y="14" width="32" height="20"/><path d="M80 24H104M98 19l6 5-6 5" stroke-dasharray="3 3"/><path d="M40 32H18M24 28l-6 4 6 4M60 2V12M56 8l4 4 4-4"/>',
  ),
  /** Rack, pinion and flywheel. */
  inerterLinear: svg(
    `${dot(12, 34)}<path d="M15 34H78M30 34v-4M36 34v-4M42 34v-4M48 34v-4M54 34v-4M60 34v-4M66 34v-4M72 34v-4"/>` +
      `<circle cx="51" cy="18" r="13" stroke-width="3"/>${dot(51, 18)}<path d="M51 18H92V34H105.5"/>${ring(109, 34)}`,
  ),
  inerterRotational: svg(
    '<ellipse cx="60" cy="26" rx="34" ry="11"/><path d="M26 26v6c0 15 68 15 68 0v-6M60 26V5"/>' +
      '<path d="M46 9c4 7 24 7 28 0M75 15v-6h-6"/>',
  ),
  inerterPointMass: svg(
    '<circle cx="46" cy="24" r="13" fill="currentColor"/><path d="M64 24H104M96 17l9 7-9 7M108 14V34M14 18H26M10 24H26M14 30H26"/>',
  ),
  /** A push along a rail, cut off at a bound. */
  sourcePush: svg(
    `<path d="M6 36H60"/><rect x="10" y="20" width="18" height="14"/><path d="M30 27H56M49 21l8 6-8 6"/>${corner}${curve('M70 12H88C94 30 106 36 117 37')}`,
  ),
  /** Round a wall that the straight way to the goal runs into. */
  circulate: svg(
    `${dot(10, 24)}${ring(109, 24)}<path d="M62 12V36" stroke-width="6"/><path d="M14 24H44C54 24 44 5 62 5S78 24 94 24M87 18l8 6-8 6"/>`,
  ),
  /** Grows while something is off, up to a bound. */
  sourceIntegral: svg(
    `${dot(10, 24)}<path d="M16 24H52M45 18l8 6-8 6"/>${corner}${curve('M70 40L94 12H117')}`,
  ),
  sourcePower: svg(
    `${dot(10, 24)}<path d="M16 24H52M45 18l8 6-8 6M24 14H44"/>${cross}${curve('M68 30C82 34 88 46 92 24S102 14 117 18')}`,
  ),
  /** Pushes below its speed, brakes above. */
  sourceRegulator: svg(
    `${smallPot}<path d="M36 42H58M53 38l5 4-5 4"/>${corner}${curve('M70 8L116 38')}<path d="M70 24H117" stroke-dasharray="2 3" stroke-width="1"/>`,
  ),
} as const;
