/*
 * The bench problem as a text file of numbers, written by bench/problem.ts: an arm of n revolute joints about
 * their frames' z, point springs and one-sided sphere springs on its links, and a six-dimensional spring and
 * damper at the tool.
 */
#ifndef PLIANT_BENCH_PROBLEM_H
#define PLIANT_BENCH_PROBLEM_H
#include "native.h"

enum { MOST = 32 };

typedef struct {
  int n;
  double rotation[MOST][9], position[MOST][3];           /* joint frame in the parent link */
  double mass[MOST], centre[MOST][3], inertia[MOST][6];  /* xx yy zz xy xz yz about the centre of mass */
  double tool_rotation[9], tool_position[3];             /* in the last link */
  double gravity[3];
  double tool_stiffness[6], tool_damping[6], target_rotation[9], target_position[3];
  int springs;
  struct { int link; double at[3], target[3], stiffness, damping; } spring[MOST];
  int spheres;
  struct { int link; double at[3], centre[3], radius, stiffness; } sphere[MOST];
  double q[MOST], v[MOST];
} problem;

static void numbers(FILE *f, double *to, int count)
{
  for (int i = 0; i < count; i++)
    if (fscanf(f, "%lf", to + i) != 1) { fprintf(stderr, "problem: too few numbers\n"); exit(2); }
}

static int whole(FILE *f)
{
  double x;
  numbers(f, &x, 1);
  if (x < 0 || x > MOST) { fprintf(stderr, "problem: count out of range\n"); exit(2); }
  return (int)x;
}

static void read_problem(const char *path, problem *p)
{
  FILE *f = fopen(path, "r");
  if (!f) { fprintf(stderr, "problem: cannot read %s\n", path); exit(2); }
  p->n = whole(f);
  for (int i = 0; i < p->n; i++) {
    numbers(f, p->rotation[i], 9);
    numbers(f, p->position[i], 3);
    numbers(f, &p->mass[i], 1);
    numbers(f, p->centre[i], 3);
    numbers(f, p->inertia[i], 6);
  }
  numbers(f, p->tool_rotation, 9);
  numbers(f, p->tool_position, 3);
  numbers(f, p->gravity, 3);
  numbers(f, p->tool_stiffness, 6);
  numbers(f, p->tool_damping, 6);
  numbers(f, p->target_rotation, 9);
  numbers(f, p->target_position, 3);
  p->springs = whole(f);
  for (int i = 0; i < p->springs; i++) {
    p->spring[i].link = whole(f);
    numbers(f, p->spring[i].at, 3);
    numbers(f, p->spring[i].target, 3);
    numbers(f, &p->spring[i].stiffness, 1);
    numbers(f, &p->spring[i].damping, 1);
  }
  p->spheres = whole(f);
  for (int i = 0; i < p->spheres; i++) {
    p->sphere[i].link = whole(f);
    numbers(f, p->sphere[i].at, 3);
    numbers(f, p->sphere[i].centre, 3);
    numbers(f, &p->sphere[i].radius, 1);
    numbers(f, &p->sphere[i].stiffness, 1);
  }
  numbers(f, p->q, p->n);
  numbers(f, p->v, p->n);
  fclose(f);
}
#endif
