import { expect, test } from "vitest";
import { wireRequest } from "./job.ts";
import { minimumSeconds } from "./minimum.ts";
import { type PaceWorkload, WORKLOADS } from "./workloads.ts";

test("the minimum is the time required by the strictest limit, plus one request", () => {
  const minima = WORKLOADS.map((workload) => {
    const { jobs, rules, latency }: PaceWorkload = workload;
    return [workload.name, minimumSeconds(jobs.map(wireRequest), rules, latency)];
  });
  expect(Object.fromEntries(minima)).toEqual({
    secrets: 660.24,
    // 500 in the first hour, then 80, and the rest a minute later.
    content: 3660.34,
    mixed: 180.12,
    "mixed, 20 ms away": 180.12,
    "mixed, 100 ms away": 180.28,
    "mixed, 200 ms away": 180.48,
    "mixed, 500 ms away": 181.08,
    "mixed, 1 s away": 182.08,
    "secrets, 200 ms away": 660.6,
    "secrets, 1 s away": 662.2,
    redeliver: 60.24,
    unwatch: 300.24,
    // 5,000 in the first hour, then 900, and the rest a minute later.
    reads: 3660.12,
    small: 0.24,
    "secrets-lost": 660.24,
    "secrets-2-shards": 660.24,
    "secrets-16-shards": 660.24,
    "secrets-interactive": 660.24,
    "secrets-hidden-half": 1320.24,
    "secrets-hidden-tenth": 6660.24,
    // A sixth of the points in a sixth of the time.
    "secrets-hidden-short-windows": 660.24,
    "secrets-restart": 660.24,
  });
});
