/** The model room on robots that others wrote: identities between algorithms, and two peers. */
import { atLeast, atMost, type Claim, type Row } from '../claim.js';
import { absent } from '../corpus.js';
import { dynamicsCases, identityErrors, identityLimits, PEER_LIMIT, peerErrors, Worst } from '../dynamics.js';
import { loadPeerMujoco, MujocoPeer } from '../peer-mujoco.js';
import { loadPinocchio, PinocchioPeer } from '../peer-pinocchio.js';

export const dynamicsClaims: readonly Claim[] = [
  {
    topic: 'spine',
    id: 'dynamics-identities',
    absent: () => absent,
    measure(scale) {
      const worst = new Worst();
      const cases = dynamicsCases();
      for (const given of cases) identityErrors(given, scale === 'full' ? 200 : 2, worst);
      return [
        atLeast('robots', cases.length, 6),
        ...Object.entries(worst.values).map(
          ([kind, error]): Row => atMost(kind, error, identityLimits[kind]),
        ),
      ];
    },
  },
  {
    topic: 'spine',
    id: 'dynamics-peers',
    absent: () => absent,
    async measure(scale) {
      const [mujoco, pinocchio] = await Promise.all([loadPeerMujoco(), loadPinocchio()]);
      const worst = new Worst();
      const cases = dynamicsCases();
      for (const given of cases) {
        const mj = new MujocoPeer(mujoco, given.urdf, given.freeRoot);
        const pin = new PinocchioPeer(pinocchio, given.robot);
        peerErrors(given, mj, pin, scale === 'full' ? 200 : 2, worst);
        mj.delete();
        pin.delete();
      }
      return [
        atLeast('robots', cases.length, 6),
        ...Object.entries(worst.values).map(([kind, error]): Row => atMost(kind, error, PEER_LIMIT)),
      ];
    },
  },
];
