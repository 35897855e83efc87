import { expect, test } from "vitest";
import { wireRequest } from "./job.ts";
import { minimumSeconds } from "./minimum.ts";
import { WORKLOADS } from "./workloads.ts";

test("the minimum is the time required by the strictest limit, plus one request", () => {
  const minima = WORKLOADS.map((workload) => {
    const rules = "rules" in workload ? workload.rules : undefined;
    return [workload.name, minimumSeconds(workload.jobs.map(wireRequest), rules)];
  });
  expect(Object.fromEntries(minima)).toEqual({
    secrets: 660.24,
    // 500 in the first hour, then 80, and the rest a minute later.
    content: 3660.34,
    mixed: 180.12,
    redeliver: 60.24,
    unwatch: 300.24,
    // 5,000 in the first hour, then 900, and the rest a minute later.
    reads: 3660.12,
    small: 0.24,
    "secrets-lost": 660.24,
    "secrets-2-shards": 660.24,
    "secrets-16-shards": 660.24,
    "secrets-interactive": 660.24,
    "secrets-hidden-limit": 1320.24,
    "secrets-restart": 660.24,
  });
});
