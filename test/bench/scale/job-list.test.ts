import { expect, test } from "vitest";
import { type BenchJob, wireRequest } from "../pace/job.ts";
import { createJobList } from "./job-list.ts";

const job = (number: number): BenchJob => ({ kind: "secret", number });

test("gives each job once, and unfinished jobs of a killed process again, first", () => {
  const [one, two, three] = [job(1), job(2), job(3)];
  const list = createJobList([one, two, three]);
  expect([list.take(), list.take()]).toEqual([one, two]);
  list.putBack([one, two]);
  expect([list.take(), list.take(), list.take(), list.take()]).toEqual([one, two, three, undefined]);
});

test("counts only kills after a request was sent", () => {
  const [one, two] = [job(1), job(2)];
  const list = createJobList([one, two]);
  list.markSent(wireRequest(one).path);
  list.putBack([one, two]);
  list.putBack([one, two]);
  expect([list.interruptions(one), list.interruptions(two)]).toEqual([1, 0]);
});

test("is settled once each job has succeeded or was given up", async () => {
  const [one, two] = [job(1), job(2)];
  const list = createJobList([one, two]);
  let isSettled = false;
  void list.settled.then(() => {
    isSettled = true;
  });
  list.settle(one, true);
  await Promise.resolve();
  expect(isSettled).toBe(false);
  list.settle(two, false);
  await list.settled;
  expect([list.isDone(one), list.isDone(two)]).toEqual([true, false]);
});
