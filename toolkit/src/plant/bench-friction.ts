/** Friction of what the tool of a bench touches. */
import type { BenchOptions } from './bench-options.js';
import type { Surfaces } from './bench-surfaces.js';

/**
 * Impulses against the sliding that would be at the end of the step: at most h μ N each, no more than stops it. `w` are the
 * velocities of the tool of `mass` along the axes; where friction does not move it (`moves`) what slides goes on. `along` gets the forces along the axes, `surfaces.rubbing` those in world axes; `speed` (3) is scratch.
 */
export function rub(
  surfaces: Surfaces,
  axes: BenchOptions['axes'],
  mass: number,
  w: Float64Array,
  moves: boolean,
  speed: Float64Array,
  along: Float64Array,
  h: number,
): void {
  const { load, normal, friction, rubbing } = surfaces;
  along.fill(0);
  for (let c = 0; c < load.length; c++) {
    const own = 3 * c;
    for (let k = 0; k < 3; k++) rubbing[own + k] = 0;
    const most = h * friction[c % friction.length][0] * load[c];
    if (most === 0) continue;
    speed.fill(0);
    for (let i = 0; i < axes.length; i++) for (let k = 0; k < 3; k++) speed[k] += axes[i][k] * w[i];
    const [nx, ny, nz] = [normal[own], normal[own + 1], normal[own + 2]];
    const out = nx * speed[0] + ny * speed[1] + nz * speed[2];
    const sx = speed[0] - out * nx;
    const sy = speed[1] - out * ny;
    const sz = speed[2] - out * nz;
    const slide = Math.sqrt(sx * sx + sy * sy + sz * sz);
    if (slide === 0) continue;
    // How much of an impulse against the sliding the axes let through, twice: along them and back.
    let through = 0;
    for (let i = 0; i < axes.length; i++) {
      const part = (axes[i][0] * sx + axes[i][1] * sy + axes[i][2] * sz) / slide;
      through += part * part;
    }
    const stop = (mass * slide) / through;
    const impulse = !moves || stop > most ? most : stop;
    rubbing[own] = (-impulse * sx) / (slide * h);
    rubbing[own + 1] = (-impulse * sy) / (slide * h);
    rubbing[own + 2] = (-impulse * sz) / (slide * h);
    for (let i = 0; i < axes.length; i++) {
      const part = (axes[i][0] * sx + axes[i][1] * sy + axes[i][2] * sz) / slide;
      const force = (-impulse * part) / h;
      along[i] += force;
      if (moves) w[i] += (h * force) / mass;
    }
  }
}
