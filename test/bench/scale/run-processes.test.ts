import { describe, expect, test } from "vitest";
import { startNaive } from "../pace/clients.ts";
import type { BenchJob } from "../pace/job.ts";
import { runProcesses, type SimulatedContext } from "./run-processes.ts";

const createJobs = (count: number): BenchJob[] =>
  Array.from({ length: count }, (_, index) => ({ kind: "secret", number: index + 1 }));

/** Makes one call at a time, with three virtual seconds in between. */
function startSlow({ fetch }: SimulatedContext) {
  const run = startNaive({ fetch });
  let last = Promise.resolve();
  return (job: BenchJob) => {
    const turn = last.then(() => new Promise<void>((resolve) => setTimeout(resolve, 3000)));
    last = turn;
    return turn.then(() => run(job));
  };
}

test("runs each job once, in as many processes as there should be", async () => {
  const shares: string[] = [];
  const outcome = await runProcesses(
    (context) => {
      shares.push(context.share);
      return startSlow(context);
    },
    { jobs: createJobs(400), processes: 4 },
  );
  expect(shares).toEqual(["1/4", "2/4", "3/4", "4/4"]);
  expect(outcome).toMatchObject({ refused: 0, lost: 0, duplicates: 0, interrupted: 0, kills: 0, started: 4 });
  expect(outcome.seconds).toBeCloseTo(300.25, 1);
});

test("counts requests that were rejected, and jobs that were given up", async () => {
  const start = ({ fetch }: SimulatedContext) => {
    const run = startNaive({ fetch });
    return (job: BenchJob) => (job.number === 1 ? Promise.reject(new Error("given up")) : run(job));
  };
  const { refused, lost } = await runProcesses(start, { jobs: createJobs(250), processes: 4 });
  expect(refused).toBeGreaterThan(0);
  expect(lost).toBe(1);
});

test("counts executions that nothing requires as duplicates", async () => {
  const start = ({ fetch }: SimulatedContext) => {
    const run = startNaive({ fetch });
    return (job: BenchJob) => run(job).then(() => run(job));
  };
  expect(await runProcesses(start, { jobs: createJobs(20), processes: 2 })).toMatchObject({ duplicates: 20, lost: 0 });
});

describe("processes that start, stop and are killed", () => {
  const work = { jobs: createJobs(2000), processes: 3, mostProcesses: 5 };

  test("leave their unfinished jobs to others", async () => {
    const outcome = await runProcesses(startSlow, work);
    expect(outcome).toMatchObject({ refused: 0, lost: 0, duplicates: 0 });
    expect(outcome.kills).toBeGreaterThan(10);
    expect(outcome.interrupted).toBeGreaterThan(0);
    expect(outcome.interrupted).toBeLessThanOrEqual(outcome.kills);
    expect(outcome.started).toBeGreaterThan(outcome.kills + 3);
  });

  test("do nothing after they were killed", async () => {
    const after: string[] = [];
    const start = (context: SimulatedContext) => {
      const ask = context.whileAlive(async () => context.killed.aborted);
      const run = startSlow(context);
      return (job: BenchJob) =>
        run(job).then(async () => {
          if (await ask()) after.push("asked");
          if (context.killed.aborted) after.push("done");
        });
    };
    await runProcesses(start, work);
    expect(after).toEqual([]);
  });
});
