/*
 * The control step as a KDL user writes it: one forward kinematics and one Jacobian a link, everything
 * preallocated, gravity by ChainDynParam. `torque` prints the torques for the check.
 */
#include "problem.h"
#include <kdl/chain.hpp>
#include <kdl/chaindynparam.hpp>
#include <kdl/chainfksolverpos_recursive.hpp>
#include <kdl/chainjnttojacsolver.hpp>
#include <memory>
#include <vector>

using namespace KDL;

namespace {
problem P;
Chain chain;
std::unique_ptr<ChainFkSolverPos_recursive> fk;
std::unique_ptr<ChainJntToJacSolver> jacobian;
std::unique_ptr<ChainDynParam> dynamics;
JntArray q, v, gravity, tau;
std::vector<Frame> frames;
std::vector<Jacobian> jacobians;

Rotation rotation(const double *m) { return Rotation(m[0], m[1], m[2], m[3], m[4], m[5], m[6], m[7], m[8]); }
Vector vector(const double *p) { return Vector(p[0], p[1], p[2]); }

void setup()
{
  for (int i = 0; i < P.n; i++) {
    /* KDL's joint stands before the segment's tip frame; the joint's own offset is the segment before it. */
    Frame offset(rotation(P.rotation[i]), vector(P.position[i]));
    chain.addSegment(Segment(Joint(Joint::None), offset));
    const double *I = P.inertia[i];
    RigidBodyInertia inertia(P.mass[i], vector(P.centre[i]), RotationalInertia());
    RotationalInertia about_centre(I[0], I[1], I[2], I[3], I[4], I[5]);
    inertia = RigidBodyInertia(P.mass[i], vector(P.centre[i]), about_centre);
    chain.addSegment(Segment(Joint(Joint::RotZ), Frame::Identity(), inertia));
  }
  unsigned n = static_cast<unsigned>(P.n);
  fk = std::make_unique<ChainFkSolverPos_recursive>(chain);
  jacobian = std::make_unique<ChainJntToJacSolver>(chain);
  dynamics = std::make_unique<ChainDynParam>(chain, vector(P.gravity));
  q.resize(n); v.resize(n); gravity.resize(n); tau.resize(n);
  frames.resize(n);
  jacobians.assign(n, Jacobian(n));
}

/* Force and torque at a world point of link i: tau += J' w, with J moved to the point. */
void apply(int link, const Vector &point, const Vector &force, const Vector &torque)
{
  const Jacobian &J = jacobians[static_cast<size_t>(link)];
  const Vector arm = point - frames[static_cast<size_t>(link)].p;
  const Vector moment = torque + arm * force;
  for (int j = 0; j < P.n; j++) {
    const Twist c = J.getColumn(static_cast<unsigned>(j));
    tau(static_cast<unsigned>(j)) += dot(c.vel, force) + dot(c.rot, moment);
  }
}

Twist motion(int link, const Vector &point)
{
  Twist t = Twist::Zero();
  const Jacobian &J = jacobians[static_cast<size_t>(link)];
  for (int j = 0; j < P.n; j++) t += J.getColumn(static_cast<unsigned>(j)) * v(static_cast<unsigned>(j));
  return t.RefPoint(point - frames[static_cast<size_t>(link)].p);
}

void step()
{
  for (int i = 0; i < P.n; i++) {
    fk->JntToCart(q, frames[static_cast<size_t>(i)], 2 * (i + 1));
    jacobian->JntToJac(q, jacobians[static_cast<size_t>(i)], 2 * (i + 1));
  }
  SetToZero(tau);
  const int last = P.n - 1;
  const Frame tool = frames[static_cast<size_t>(last)] * Frame(rotation(P.tool_rotation), vector(P.tool_position));
  const Twist speed = motion(last, tool.p);
  const Vector e = vector(P.target_position) - tool.p;
  const Vector r = diff(tool.M, rotation(P.target_rotation));
  Vector force, torque;
  for (int k = 0; k < 3; k++) {
    force(k) = P.tool_stiffness[k] * e(k) - P.tool_damping[k] * speed.vel(k);
    torque(k) = P.tool_stiffness[3 + k] * r(k) - P.tool_damping[3 + k] * speed.rot(k);
  }
  apply(last, tool.p, force, torque);
  for (int s = 0; s < P.springs; s++) {
    const Vector point = frames[static_cast<size_t>(P.spring[s].link)] * vector(P.spring[s].at);
    const Twist t = motion(P.spring[s].link, point);
    const Vector f = P.spring[s].stiffness * (vector(P.spring[s].target) - point) - P.spring[s].damping * t.vel;
    apply(P.spring[s].link, point, f, Vector::Zero());
  }
  for (int s = 0; s < P.spheres; s++) {
    const Vector point = frames[static_cast<size_t>(P.sphere[s].link)] * vector(P.sphere[s].at);
    const Vector away = point - vector(P.sphere[s].centre);
    const double distance = away.Norm();
    const double depth = P.sphere[s].radius - distance;
    if (depth > 0) apply(P.sphere[s].link, point, (P.sphere[s].stiffness * depth / distance) * away, Vector::Zero());
  }
  dynamics->JntToGravity(q, gravity);
  for (int j = 0; j < P.n; j++) tau(static_cast<unsigned>(j)) += gravity(static_cast<unsigned>(j));
}

void work(long steps)
{
  for (long i = 0; i < steps; i++) {
    q(0) = P.q[0] + 1e-9 * static_cast<double>(i & 1023);
    step();
  }
  sink = tau(0);
}
}  // namespace

int main(int argc, char **argv)
{
  if (argc < 2) return 2;
  read_problem(argv[1], &P);
  setup();
  for (int j = 0; j < P.n; j++) { q(static_cast<unsigned>(j)) = P.q[j]; v(static_cast<unsigned>(j)) = P.v[j]; }
  step();
  printf("ready");
  for (int j = 0; j < P.n; j++) printf(" %.17g", tau(static_cast<unsigned>(j)));
  printf("\n");
  fflush(stdout);
  return serve(work);
}
