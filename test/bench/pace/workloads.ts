import type { BenchJob, JobKind } from "./job.ts";
import { HIDDEN_LIMITS, type LimitRules, type NetworkLatency, withJitter } from "./limit-rules.ts";

/** Jobs to run, and the conditions under which they run. */
export interface PaceWorkload {
  readonly name: string;
  readonly jobs: readonly BenchJob[];
  /** Number of processes that share the token and the jobs; default 1. */
  readonly processes?: number;
  /** Share of executed requests whose response is lost. */
  readonly lostResponses?: number;
  /** Interval between interactive calls, in seconds. */
  readonly interactiveEvery?: number;
  /** Whether the process is killed after half of the jobs, and a new one runs the rest. */
  readonly restarts?: boolean;
  /** Actual limits of the service, if they differ from the published ones. */
  readonly rules?: LimitRules;
  /** Latency of the network; default that of a service nearby. */
  readonly latency?: NetworkLatency;
}

/** A workload with budgets for our client. */
export interface BudgetedWorkload extends PaceWorkload {
  /** Maximum time, as a multiple of the minimum that the limits allow. */
  readonly must: number;
  /** Maximum number of rejected calls; default 0. An unpublished limit can only be found by exceeding it. */
  readonly mayBeRejected?: number;
}

/** Minimum and maximum duration of the small workload, in seconds. */
const SMALL_SECONDS = { least: 0.24, most: 1 };

const createJobs = (count: number, kind: (index: number) => JobKind): BenchJob[] =>
  Array.from({ length: count }, (_, index) => ({ kind: kind(index), number: index + 1 }));

const secrets = createJobs(2000, () => "secret");
const mixed = createJobs(1500, (index) => (index % 3 === 2 ? "secret" : "subscription"));

export const WORKLOADS = [
  { name: "secrets", jobs: secrets, must: 1.03 },
  { name: "content", jobs: createJobs(600, () => "review-request"), must: 1.01 },
  { name: "mixed", jobs: mixed, must: 1.06 },
  { name: "mixed, 20 ms away", jobs: mixed, latency: withJitter(20), must: 1.06 },
  { name: "mixed, 100 ms away", jobs: mixed, latency: withJitter(100), must: 1.06 },
  { name: "mixed, 200 ms away", jobs: mixed, latency: withJitter(200), must: 1.06 },
  { name: "mixed, 500 ms away", jobs: mixed, latency: withJitter(500), must: 1.15 },
  { name: "mixed, 1 s away", jobs: mixed, latency: withJitter(1000), must: 1.15 },
  { name: "secrets, 200 ms away", jobs: secrets, latency: withJitter(200), must: 1.06 },
  { name: "secrets, 1 s away", jobs: secrets, latency: withJitter(1000), must: 1.15 },
  { name: "redeliver", jobs: createJobs(300, () => "redelivery"), must: 1.08 },
  { name: "unwatch", jobs: createJobs(1000, () => "unwatching"), must: 1.04 },
  { name: "reads", jobs: createJobs(6000, () => "subscription"), must: 1.01 },
  { name: "small", jobs: createJobs(30, () => "secret"), must: SMALL_SECONDS.most / SMALL_SECONDS.least },
  { name: "secrets-lost", jobs: secrets, lostResponses: 0.05, must: 1.06 },
  { name: "secrets-2-shards", jobs: secrets, processes: 2, must: 1.06 },
  { name: "secrets-16-shards", jobs: secrets, processes: 16, must: 1.06 },
  { name: "secrets-interactive", jobs: secrets, interactiveEvery: 5, must: 1.06 },
  { name: "secrets-hidden-half", jobs: secrets, rules: HIDDEN_LIMITS.half, must: 1.1, mayBeRejected: 20 },
  { name: "secrets-hidden-tenth", jobs: secrets, rules: HIDDEN_LIMITS.tenth, must: 1.1, mayBeRejected: 20 },
  {
    name: "secrets-hidden-short-windows",
    jobs: secrets,
    rules: HIDDEN_LIMITS["short-windows"],
    must: 5.2,
    mayBeRejected: 20,
  },
  { name: "secrets-restart", jobs: secrets, restarts: true, must: 1.06 },
] as const satisfies readonly BudgetedWorkload[];

export type PaceWorkloadName = (typeof WORKLOADS)[number]["name"];
