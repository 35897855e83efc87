import { describe, expect, test } from "vitest";
import { CLIENTS, startNaive, startOctokit } from "./clients.ts";
import type { JobKind } from "./job.ts";
import { measureWorkload } from "./pace.ts";
import { runWorkload } from "./run-workload.ts";
import { type PaceWorkload, WORKLOADS } from "./workloads.ts";

const workload = (name: string): PaceWorkload => {
  const match = WORKLOADS.find((candidate) => candidate.name === name);
  if (!match) throw new Error(`The workload ${name} does not exist.`);
  return match;
};

test.each(CLIENTS)("$name can run every kind of job", async ({ start }) => {
  const kinds: JobKind[] = ["secret", "review-request", "redelivery", "subscription", "unwatching"];
  const outcome = await runWorkload(start, { name: "one of each", jobs: kinds.map((kind) => ({ kind, number: 1 })) });
  expect(outcome).toMatchObject({ refused: 0, lost: 0, duplicates: 0 });
});

describe("a row", () => {
  test("compares the duration with the minimum", async () => {
    const row = await measureWorkload(startNaive, workload("small"));
    expect(row).toMatchObject({ refused: 0, lost: 0, duplicates: 0, interactiveP95: null });
    expect(row.ratio).toBeGreaterThan(1);
    expect(row.ratio).toBeLessThan(1.1);
  });

  test("counts rejections and abandoned jobs", { timeout: 30_000 }, async () => {
    const { refused, lost } = await measureWorkload(startOctokit, workload("content"));
    expect({ refused, lost }).toEqual({ refused: 100, lost: 0 });
    expect((await measureWorkload(startOctokit, workload("mixed"))).lost).toBeGreaterThan(0);
  });

  test("counts repeated executions of non-idempotent operations as duplicates", async () => {
    const lossy = { lostResponses: 0.05 };
    const redeliver = await measureWorkload(startNaive, { ...workload("redeliver"), ...lossy });
    expect(redeliver.duplicates).toBeGreaterThan(0);
    const unwatch = await measureWorkload(startNaive, { ...workload("unwatch"), ...lossy });
    expect(unwatch.duplicates).toBe(0);
  });

  test("reports how long interactive calls waited", { timeout: 30_000 }, async () => {
    const { waits } = await runWorkload(startOctokit, workload("secrets-interactive"));
    expect(waits.length).toBeGreaterThan(390);
    expect((await measureWorkload(startOctokit, workload("secrets-interactive"))).interactiveP95).toBeLessThan(0.2);
  });
});

describe("a restart", () => {
  test("leaves the second process all jobs that were not confirmed to the first", async () => {
    const jobs: number[] = [];
    const outcome = await runWorkload(
      (context) => {
        const run = startNaive(context);
        const index = jobs.push(0) - 1;
        return (job) => {
          jobs[index] = (jobs[index] ?? 0) + 1;
          return run(job);
        };
      },
      { ...workload("redeliver"), restarts: true },
    );
    expect(jobs).toEqual([300, 150]);
    expect(outcome.lost).toBe(0);
    // Requests that were in flight when the first process was killed were still executed.
    expect(outcome.duplicates).toBeGreaterThan(0);
    expect(outcome.duplicates).toBeLessThanOrEqual(50);
  });

  test("preserves stored values", async () => {
    const storedValues: (string | undefined)[] = [];
    await runWorkload(
      ({ fetch, storage }) => {
        const stored = storage?.get("name").then((value) => storedValues.push(value));
        const run = startNaive({ fetch });
        return async (job) => {
          await stored;
          await storage?.set("name", "first");
          await run(job);
        };
      },
      { ...workload("small"), restarts: true },
    );
    expect(storedValues).toEqual([undefined, "first"]);
  });
});
