/** The model room on robots that others wrote and on made ones: identities between algorithms, and two peers. */
import { atLeast, atMost, type Claim, type Row } from '../claim.js';
import { absent } from '../corpus.js';
import {
  chosenFacts,
  type DynamicsCase,
  dynamicsCases,
  isManyJointed,
  isTwoArmed,
  madeCases,
  Worst,
} from '../dynamics.js';
import { identityErrors, identityLimits } from '../dynamics-identities.js';
import { PEER_LIMIT, peerErrors } from '../dynamics-peers.js';
import { loadPeerMujoco, MujocoPeer } from '../peer-mujoco.js';
import { loadPinocchio, PinocchioPeer } from '../peer-pinocchio.js';

/** How many robots there are of each kind that the numbers must hold on. */
function kinds(cases: readonly DynamicsCase[]): Row[] {
  const chosen = chosenFacts();
  return [
    atLeast('robots', cases.length, 6),
    atLeast('of them two-armed', chosen.filter(isTwoArmed).length, 1),
    atLeast('of them of 20 free joints or more', chosen.filter(isManyJointed).length, 1),
    atLeast('of them on a free base', cases.filter((given) => given.freeRoot !== undefined).length, 1),
    atLeast('of them with mimics', chosen.filter((entry) => entry.mimic.length > 0).length, 1),
  ];
}

function identityRows(worst: Worst, states: number): Row[] {
  return Object.entries(worst.values).map(([kind, error]) =>
    atMost(`${kind} (${states} states each)`, error, identityLimits[kind]),
  );
}

export const dynamicsClaims: readonly Claim[] = [
  {
    topic: 'spine',
    id: 'dynamics: identities on robots of the corpus',
    absent: () => absent,
    measure(scale) {
      const worst = new Worst();
      const states = scale === 'full' ? 1000 : 2;
      const cases = dynamicsCases();
      for (const given of cases) identityErrors(given, states, worst);
      return [...kinds(cases), ...identityRows(worst, states)];
    },
  },
  {
    topic: 'spine',
    id: 'dynamics: identities on made robots',
    measure(scale) {
      const worst = new Worst();
      const states = scale === 'full' ? 1000 : 5;
      const cases = madeCases();
      for (const given of cases) identityErrors(given, states, worst);
      const withJoint = (type: string): number =>
        cases.filter(({ model }) => model.bodies.some((body) => body.type === type)).length;
      const rootsOf = ({ bodies }: (typeof cases)[number]['model']): number =>
        bodies.filter((body) => body.parent < 0).length;
      return [
        atLeast('models with spherical joints', withJoint('spherical'), 1),
        atLeast('models of two roots', cases.filter(({ model }) => rootsOf(model) === 2).length, 1),
        ...identityRows(worst, states),
      ];
    },
  },
  {
    topic: 'spine',
    id: 'dynamics: MuJoCo and Pinocchio',
    absent: () => absent,
    async measure(scale) {
      const [mujoco, pinocchio] = await Promise.all([loadPeerMujoco(), loadPinocchio()]);
      const worst = new Worst();
      const states = scale === 'full' ? 200 : 2;
      const cases = dynamicsCases();
      for (const given of cases) {
        const mj = new MujocoPeer(mujoco, given.urdf, given.freeRoot);
        const pin = new PinocchioPeer(pinocchio, given.robot);
        peerErrors(given, mj, pin, states, worst);
        mj.delete();
        pin.delete();
      }
      const rows = Object.entries(worst.values).map(([kind, error]) =>
        atMost(`${kind} (${states} states each)`, error, PEER_LIMIT),
      );
      return [...kinds(cases), ...rows];
    },
  },
];
