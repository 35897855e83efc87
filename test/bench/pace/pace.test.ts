import { describe, expect, test } from "vitest";
import { CLIENTS } from "./clients.ts";
import type { JobKind } from "./job.ts";
import { startNaive } from "./naive.ts";
import { startOctokit } from "./octokit.ts";
import { measure } from "./pace.ts";
import { runWorkload } from "./run-workload.ts";
import { WORKLOADS, type Workload } from "./workloads.ts";

const workload = (name: string): Workload => {
  const found = WORKLOADS.find((one) => one.name === name);
  if (!found) throw new Error(`There is no workload ${name}.`);
  return found;
};

test.each(CLIENTS)("$name can do every kind of job", async ({ start }) => {
  const kinds: JobKind[] = ["secret", "review-request", "redelivery", "subscription", "unwatching"];
  const outcome = await runWorkload(start, { name: "one of each", jobs: kinds.map((kind) => ({ kind, number: 1 })) });
  expect(outcome).toMatchObject({ refused: 0, lost: 0, duplicates: 0 });
});

describe("a row", () => {
  test("compares the time with the least possible", async () => {
    const row = await measure(startNaive, workload("small"));
    expect(row).toMatchObject({ refused: 0, lost: 0, duplicates: 0, interactiveP95: null });
    expect(row.ratio).toBeGreaterThan(1);
    expect(row.ratio).toBeLessThan(1.1);
  });

  test("counts what is refused, and what is given up", { timeout: 30_000 }, async () => {
    const { refused, lost } = await measure(startOctokit, workload("content"));
    expect({ refused, lost }).toEqual({ refused: 100, lost: 0 });
    expect((await measure(startOctokit, workload("mixed"))).lost).toBeGreaterThan(0);
  });

  test("counts as duplicates what is done again and is not the same then", async () => {
    const lossy = { lostAnswers: 0.05 };
    const redeliver = await measure(startNaive, { ...workload("redeliver"), ...lossy });
    expect(redeliver.duplicates).toBeGreaterThan(0);
    const unwatch = await measure(startNaive, { ...workload("unwatch"), ...lossy });
    expect(unwatch.duplicates).toBe(0);
  });

  test("tells how long somebody waited meanwhile", { timeout: 30_000 }, async () => {
    const { waits } = await runWorkload(startOctokit, workload("secrets-interactive"));
    expect(waits.length).toBeGreaterThan(390);
    expect((await measure(startOctokit, workload("secrets-interactive"))).interactiveP95).toBeLessThan(0.2);
  });
});

describe("a restart", () => {
  test("leaves the second process what the first has not seen confirmed", async () => {
    const jobs: number[] = [];
    const outcome = await runWorkload(
      (surroundings) => {
        const run = startNaive(surroundings);
        const at = jobs.push(0) - 1;
        return (job) => {
          jobs[at] = (jobs[at] ?? 0) + 1;
          return run(job);
        };
      },
      { ...workload("redeliver"), restarts: true },
    );
    expect(jobs).toEqual([300, 150]);
    expect(outcome.lost).toBe(0);
    // What was under way when the first one ended was executed all the same.
    expect(outcome.duplicates).toBeGreaterThan(0);
    expect(outcome.duplicates).toBeLessThanOrEqual(50);
  });

  test("keeps what was stored", async () => {
    const seen: (string | undefined)[] = [];
    await runWorkload(
      ({ fetch, storage }) => {
        const known = storage?.get("name").then((value) => seen.push(value));
        const run = startNaive({ fetch });
        return async (job) => {
          await known;
          await storage?.set("name", "first");
          await run(job);
        };
      },
      { ...workload("small"), restarts: true },
    );
    expect(seen).toEqual([undefined, "first"]);
  });
});
