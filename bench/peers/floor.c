/*
 * Nanoseconds that a multiply or an add takes at best: eight accumulators, scalar, no contraction. The products
 * do not depend on each other, so that the units and not the latencies are the bound. One step is a pass of
 * eight multiplies and eight adds.
 */
#include "native.h"

#define SAMPLES 256
static double data[SAMPLES];

static void work(long passes)
{
  double a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0;
  const double p = data[1], q = data[2], r = data[3], s = data[4];
  const double t = data[5], u = data[6], v = data[7], w = data[8];
  for (long i = 0; i < passes; i++) {
    const double x = data[i & (SAMPLES - 1)];
    a += x * p; b += x * q; c += x * r; d += x * s;
    e += x * t; f += x * u; g += x * v; h += x * w;
  }
  sink = a + b + c + d + e + f + g + h;
}

int main(void)
{
  for (int i = 0; i < SAMPLES; i++) data[i] = 1.0 / (3.0 + i);
  printf("ready\n");
  fflush(stdout);
  return serve(work);
}
