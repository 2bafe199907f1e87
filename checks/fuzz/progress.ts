/** How far it has come, on a terminal; silent elsewhere. */
import process from 'node:process';

export function progress(what: string, count: number): { step: (done: number) => void; end: () => void } {
  if (!process.stderr.isTTY) return { step: () => {}, end: () => {} };
  let shown = -1;
  return {
    step(done) {
      const share = Math.floor((100 * done) / count);
      if (share === shown) return;
      shown = share;
      process.stderr.write(`\r${what}: ${done} of ${count}`);
    },
    end: () => process.stderr.write('\r\x1b[K'),
  };
}
