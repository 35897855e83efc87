import type { Job, JobKind } from "./job.ts";
import { HIDDEN, type Rules } from "./rules.ts";

/** Jobs to be done, and what stands in their way. */
export interface Workload {
  readonly name: string;
  readonly jobs: readonly Job[];
  /** Processes with one token that share the jobs; default one. */
  readonly processes?: number;
  /** The share of executed requests whose answer never arrives. */
  readonly lostAnswers?: number;
  /** Somebody asks for something now and then: every so many seconds. */
  readonly interactiveEvery?: number;
  /** With half the jobs done, the process ends without warning, and a new one does the rest. */
  readonly restarts?: boolean;
  /** Where the service has others than it publishes. */
  readonly rules?: Rules;
}

const many = (count: number, kind: (index: number) => JobKind): Job[] =>
  Array.from({ length: count }, (_, index) => ({ kind: kind(index), number: index + 1 }));

const secrets = many(2000, () => "secret");

export const WORKLOADS = [
  { name: "secrets", jobs: secrets },
  { name: "content", jobs: many(600, () => "review-request") },
  { name: "mixed", jobs: many(1500, (index) => (index % 3 === 2 ? "secret" : "subscription")) },
  { name: "redeliver", jobs: many(300, () => "redelivery") },
  { name: "unwatch", jobs: many(1000, () => "unwatching") },
  { name: "reads", jobs: many(6000, () => "subscription") },
  { name: "small", jobs: many(30, () => "secret") },
  { name: "secrets-lost", jobs: secrets, lostAnswers: 0.05 },
  { name: "secrets-2-shards", jobs: secrets, processes: 2 },
  { name: "secrets-16-shards", jobs: secrets, processes: 16 },
  { name: "secrets-interactive", jobs: secrets, interactiveEvery: 5 },
  { name: "secrets-hidden-limit", jobs: secrets, rules: HIDDEN },
  { name: "secrets-restart", jobs: secrets, restarts: true },
] as const satisfies readonly Workload[];

export type WorkloadName = (typeof WORKLOADS)[number]["name"];
