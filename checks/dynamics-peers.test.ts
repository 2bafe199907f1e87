/** Kinematics and dynamics against MuJoCo and Pinocchio, and against themselves, on robots that others wrote. */
import { beforeAll, describe, expect, it } from 'vitest';
import { absent } from './corpus.js';
import { chosenFacts, dynamicsCases, isTwoArmed, movingJoints, Worst } from './dynamics.js';
import { identityErrors, identityLimits } from './dynamics-identities.js';
import { PEER_LIMIT, peerErrors } from './dynamics-peers.js';
import { loadPeerMujoco, MujocoPeer } from './peer-mujoco.js';
import { loadPinocchio, PinocchioPeer } from './peer-pinocchio.js';

describe('rigid-body dynamics', () => {
  let mujoco: Awaited<ReturnType<typeof loadPeerMujoco>>;
  let pinocchio: Awaited<ReturnType<typeof loadPinocchio>>;
  beforeAll(async () => {
    [mujoco, pinocchio] = await Promise.all([loadPeerMujoco(), loadPinocchio()]);
  });
  const cases = dynamicsCases();

  it.skipIf(absent !== undefined)(`has robots enough${absent === undefined ? '' : ` (${absent})`}`, () => {
    expect(cases.length).toBeGreaterThan(15);
    expect(chosenFacts().some(isTwoArmed)).toBe(true);
    expect(chosenFacts().some((entry) => movingJoints(entry) >= 20)).toBe(true);
    expect(cases.some((given) => given.freeRoot !== undefined)).toBe(true);
  });

  for (const given of cases) {
    it(`agrees with peers: ${given.title}`, () => {
      const mj = new MujocoPeer(mujoco, given.urdf, given.freeRoot);
      const pin = new PinocchioPeer(pinocchio, given.robot);
      const worst = new Worst();
      peerErrors(given, mj, pin, 5, worst);
      mj.delete();
      pin.delete();
      for (const [kind, error] of Object.entries(worst.values))
        expect(error, kind).toBeLessThanOrEqual(PEER_LIMIT);
      expect(Object.keys(worst.values).length).toBeGreaterThanOrEqual(6);
    });

    it(`agrees with itself: ${given.title}`, () => {
      const worst = new Worst();
      identityErrors(given, 3, worst);
      expect(Object.keys(worst.values).sort()).toEqual(Object.keys(identityLimits).sort());
      for (const [kind, error] of Object.entries(worst.values)) {
        expect(error, kind).toBeLessThanOrEqual(identityLimits[kind]);
      }
    });
  }
});
