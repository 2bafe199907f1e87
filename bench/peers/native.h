/*
 * A native peer answers lines on standard input: `batch N` runs N steps and prints the nanoseconds that one
 * step took; `check …` is a peer's own. It ends with its input.
 */
#ifndef PLIANT_BENCH_NATIVE_H
#define PLIANT_BENCH_NATIVE_H
#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 199309L
#endif
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static volatile double sink;

static double now_ns(void)
{
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return 1e9 * (double)t.tv_sec + (double)t.tv_nsec;
}

static int serve(void (*work)(long))
{
  char line[256];
  while (fgets(line, sizeof line, stdin)) {
    long n = 0;
    if (sscanf(line, "batch %ld", &n) == 1) {
      double start = now_ns();
      work(n);
      printf("%.6f\n", (now_ns() - start) / (double)n);
    } else {
      printf("? %s", line);
    }
    fflush(stdout);
  }
  return 0;
}
#endif
