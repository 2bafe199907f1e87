/*
 * The closed loop as a MuJoCo user writes it: wrenches of springs from body frames and mj_objectVelocity into
 * xfrc_applied, each body's weight held at its centre, one step. `ready` prints the velocities after one
 * step for the check. The model comes as MJCF written by bench/problem.ts.
 */
#include "problem.h"
#include <math.h>
#include <mujoco/mujoco.h>

static problem P;
static mjModel *m;
static mjData *d;
static int body[MOST], tool_site;

static void add_wrench(int b, const mjtNum point[3], const mjtNum force[3], const mjtNum torque[3])
{
  mjtNum *x = d->xfrc_applied + 6 * b, arm[3], moment[3];
  mju_sub3(arm, point, d->xipos + 3 * b);
  mju_cross(moment, arm, force);
  mju_addTo3(x, force);
  mju_addTo3(x + 3, moment);
  if (torque) mju_addTo3(x + 3, torque);
}

static void point_motion(int b, const mjtNum point[3], mjtNum linear[3], mjtNum angular[3])
{
  mjtNum twist[6], arm[3], turn[3];
  mj_objectVelocity(m, d, mjOBJ_BODY, b, twist, 0); /* rotation, then translation, world axes, at the com */
  mju_sub3(arm, point, d->xipos + 3 * b);
  mju_cross(turn, twist, arm);
  mju_add3(linear, twist + 3, turn);
  if (angular) mju_copy3(angular, twist);
}

static void control(void)
{
  for (int b = 1; b < m->nbody; b++) { /* gravity compensation: each weight held at its centre of mass */
    mju_zero(d->xfrc_applied + 6 * b, 6);
    for (int k = 0; k < 3; k++) d->xfrc_applied[6 * b + k] = -m->body_mass[b] * m->opt.gravity[k];
  }
  const int last = body[P.n - 1];
  const mjtNum *tool = d->site_xpos + 3 * tool_site;
  mjtNum linear[3], angular[3], force[3], torque[3], q0[4], q1[4], error[3];
  point_motion(last, tool, linear, angular);
  for (int k = 0; k < 3; k++)
    force[k] = P.tool_stiffness[k] * (P.target_position[k] - tool[k]) - P.tool_damping[k] * linear[k];
  mju_mat2Quat(q0, d->site_xmat + 9 * tool_site);
  mju_mat2Quat(q1, P.target_rotation);
  mju_subQuat(error, q1, q0); /* in the tool's axes */
  mju_mulMatVec(torque, d->site_xmat + 9 * tool_site, error, 3, 3);
  for (int k = 0; k < 3; k++) torque[k] = P.tool_stiffness[3 + k] * torque[k] - P.tool_damping[3 + k] * angular[k];
  add_wrench(last, tool, force, torque);
  for (int s = 0; s < P.springs; s++) {
    const int b = body[P.spring[s].link];
    mjtNum point[3];
    mju_mulMatVec(point, d->xmat + 9 * b, P.spring[s].at, 3, 3);
    mju_addTo3(point, d->xpos + 3 * b);
    point_motion(b, point, linear, NULL);
    for (int k = 0; k < 3; k++)
      force[k] = P.spring[s].stiffness * (P.spring[s].target[k] - point[k]) - P.spring[s].damping * linear[k];
    add_wrench(b, point, force, NULL);
  }
  for (int s = 0; s < P.spheres; s++) {
    const int b = body[P.sphere[s].link];
    mjtNum point[3], away[3];
    mju_mulMatVec(point, d->xmat + 9 * b, P.sphere[s].at, 3, 3);
    mju_addTo3(point, d->xpos + 3 * b);
    mju_sub3(away, point, P.sphere[s].centre);
    const mjtNum distance = mju_norm3(away), depth = P.sphere[s].radius - distance;
    if (depth > 0) {
      mju_scl3(force, away, P.sphere[s].stiffness * depth / distance);
      add_wrench(b, point, force, NULL);
    }
  }
}

static void step(void)
{
  mj_step1(m, d);
  control();
  mj_step2(m, d);
}

static void start(void)
{
  mj_resetData(m, d);
  for (int j = 0; j < P.n; j++) {
    d->qpos[j] = P.q[j];
    d->qvel[j] = P.v[j];
  }
}

static void work(long steps)
{
  start();
  for (long i = 0; i < steps; i++) step();
  sink = d->qpos[0];
}

int main(int argc, char **argv)
{
  if (argc < 3) return 2;
  read_problem(argv[1], &P);
  char error[500] = "";
  m = mj_loadXML(argv[2], NULL, error, sizeof error);
  if (!m) { fprintf(stderr, "mujoco: %s\n", error); return 2; }
  d = mj_makeData(m);
  for (int j = 0; j < P.n; j++) {
    char name[32];
    snprintf(name, sizeof name, "link%d", j + 1);
    body[j] = mj_name2id(m, mjOBJ_BODY, name);
  }
  tool_site = mj_name2id(m, mjOBJ_SITE, "tool");
  start();
  step();
  printf("ready");
  for (int j = 0; j < P.n; j++) printf(" %.17g", d->qvel[j]);
  printf("\n");
  fflush(stdout);
  return serve(work);
}
