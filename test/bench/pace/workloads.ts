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

const createJobs = (count: number, kind: (index: number) => JobKind): BenchJob[] =>
  Array.from({ length: count }, (_, index) => ({ kind: kind(index), number: index + 1 }));

const secrets = createJobs(2000, () => "secret");
const mixed = createJobs(1500, (index) => (index % 3 === 2 ? "secret" : "subscription"));

export const WORKLOADS = [
  { name: "secrets", jobs: secrets },
  { name: "content", jobs: createJobs(600, () => "review-request") },
  { name: "mixed", jobs: mixed },
  { name: "mixed, 20 ms away", jobs: mixed, latency: withJitter(20) },
  { name: "mixed, 100 ms away", jobs: mixed, latency: withJitter(100) },
  { name: "mixed, 200 ms away", jobs: mixed, latency: withJitter(200) },
  { name: "mixed, 500 ms away", jobs: mixed, latency: withJitter(500) },
  { name: "mixed, 1 s away", jobs: mixed, latency: withJitter(1000) },
  { name: "secrets, 200 ms away", jobs: secrets, latency: withJitter(200) },
  { name: "secrets, 1 s away", jobs: secrets, latency: withJitter(1000) },
  { name: "redeliver", jobs: createJobs(300, () => "redelivery") },
  { name: "unwatch", jobs: createJobs(1000, () => "unwatching") },
  { name: "reads", jobs: createJobs(6000, () => "subscription") },
  { name: "small", jobs: createJobs(30, () => "secret") },
  { name: "secrets-lost", jobs: secrets, lostResponses: 0.05 },
  { name: "secrets-2-shards", jobs: secrets, processes: 2 },
  { name: "secrets-16-shards", jobs: secrets, processes: 16 },
  { name: "secrets-interactive", jobs: secrets, interactiveEvery: 5 },
  { name: "secrets-hidden-half", jobs: secrets, rules: HIDDEN_LIMITS.half },
  { name: "secrets-hidden-tenth", jobs: secrets, rules: HIDDEN_LIMITS.tenth },
  { name: "secrets-hidden-short-windows", jobs: secrets, rules: HIDDEN_LIMITS["short-windows"] },
  { name: "secrets-restart", jobs: secrets, restarts: true },
] as const satisfies readonly PaceWorkload[];

export type PaceWorkloadName = (typeof WORKLOADS)[number]["name"];
