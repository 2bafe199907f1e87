/**
 * The rigid plant as a program: a forest of rigid bodies with rotor inertia, viscous and Coulomb joint friction,
 * springs in the joints, joint stops, pushes and contacts with solids.
 *
 *     (M(q) + R) v̇ = τ + Σ Jᵀ w − b(q, v) − K (q − r) − D v + friction + stops
 *
 * R is the rotor inertia, D the viscous damping, K and r stiffness and rest of the joints' own springs, b Coriolis,
 * centrifugal and gravity forces, w the pushes. Joint
 * torques τ are held; the plant never differentiates them.
 *
 * **semi-implicit** (order 1): with M, b and springs at the old state and the damping at the new one,
 *
 *     (M + R + h D) v⁺ = (M + R) v + h (τ + Σ Jᵀ w − b − K (q − r)) + λ,     q⁺ = q ⊕ h v⁺,
 *
 * λ being the impulses of Coulomb friction and stops (stick.ts). Damping of any size is stable. A spring
 * is a force of the positions, as gravity is: its energy is kept, and it bounds the step (explicit-springs.ts). A joint at a
 * stop is at it to rounding and never past it; one that starts outside its limits may only move inwards.
 *
 * Contacts are impulses of the same step, stiff ones too (trace-contact.ts, contact-law.ts), and so is their Coulomb friction
 * (slip-law.ts). Steps that are long for what is touched are done in parts (substeps.ts).
 *
 * **rk4**: see rk4.ts; forces of contacts are those of the plain law at each stage, without friction.
 *
 * Energies are sums over steps with the joint travel h v⁺ of the step: work of torques and pushes, h D v⁺²,
 * h τ_c |v⁺|, what stops take out ({@link stopLoss}), and work of contacts
 * along their normals and loss in their friction on the mean velocity of the step, which is what their impulses give.
 *
 * Procedures: `step` (one step of h), `observe` (kinetic and potential energy, that of springs); with rk4 also `stage0` … `stage3`;
 * `carry0` … of payloads (carry.ts).
 */
import { type Program, ProgramBuilder } from '../graph/index.js';
import type { Model } from '../model/index.js';
import { traceCarry } from './carry.js';
import { declareFields, type RigidOptions } from './fields.js';
import { refuse, rigidProblems } from './problems.js';
import { traceStages } from './rk4.js';
import { RigidTrace } from './trace.js';

export function rigidProgram(model: Model, options: RigidOptions): Program {
  refuse(rigidProblems(model, options));
  const p = new ProgramBuilder(`${model.name}_plant`);
  const plant = new RigidTrace(p, model, declareFields(p, model, options));
  if (options.method === 'rk4') traceStages(plant);
  else p.procedure('step', () => plant.semiImplicitStep());
  traceCarry(plant);
  p.procedure('observe', () => plant.observe(options.method === 'rk4'));
  return p.finish();
}
