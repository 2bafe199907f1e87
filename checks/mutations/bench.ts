/** Mutations of the bench plant and of sensors. */
import { breakerOf, type Mutation } from '../mutation.js';

const plant = breakerOf('toolkit/src/plant');

export const benchMutations: readonly Mutation[] = [
  plant(
    'bench-surfaces',
    'load[i] = x > 0 && force > 0 ? force : 0;',
    'load[i] = force > 0 ? force : 0;',
    'surfaces push from afar where one comes fast',
    'bench',
  ),
  plant(
    'bench-surfaces',
    '(stiffness * series) / (stiffness + series)',
    'stiffness + series',
    'springs in line as if they stood side by side',
    'bench',
  ),
  plant(
    'bench-friction',
    'const impulse = !moves || stop > most ? most : stop;',
    'const impulse = most;',
    'friction pushes back what it should hold',
    'bench',
  ),
  plant(
    'bench',
    'this.#stiffness = rate * rate * reduced;',
    'this.#stiffness = rate * rate * this.#toolMass;',
    'the frequency of the flexible mode with the motor held',
    'bench',
  ),
  plant(
    'bench',
    'sums.contact += h * pressing * mean;',
    'sums.contact += h * pressing * v;',
    'the work of contacts along the motor',
    'bench',
  ),
  plant(
    'bench-feel',
    'below.mass * axes[i][k] * acceleration[i]',
    '0 * axes[i][k] * acceleration[i]',
    'what hangs below a sensor has weight only',
    'sensors',
  ),
  plant(
    'bench-drive',
    'this.#yields ? follows + on / mass : follows',
    'follows',
    'a loop that yields does not',
    'bench',
  ),
  plant(
    'bench-drive',
    'late[i] = this.#queue[at + i];',
    'late[i] = now[i];',
    'commands are in force at once',
    'bench',
  ),
  plant(
    'sensors',
    'const slots = this.#delay + 1;',
    'const slots = this.#delay + 2;',
    'a queue of one place too many reads what is not there yet',
    'sensors',
  ),
  plant(
    'encoders',
    '(said - q[i]) / since',
    '(exact - q[i]) / since',
    'differences of what is not said',
    'bench',
  ),
  plant(
    'sensed',
    'if (!isIn(model, body, frame.body)) continue;',
    'if (body !== frame.body) continue;',
    'a sensor does not feel what its link carries',
    'sensed',
  ),
  plant(
    'sensed',
    'cross3(G, spin, cross3(G, spin, d))',
    'cross3(G, spin, d)',
    'what swings below a sensor is not held on its circle',
    'sensed',
  ),
  plant('sensors', ': Math.ceil(samples);', ': Math.floor(samples);', 'delays rounded down', 'sensors'),
  plant(
    'sensors',
    'if (value > range) value = range;',
    'if (value > 2 * range) value = range;',
    'a sensor that saturates late',
    'sensors',
  ),
];
