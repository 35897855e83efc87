import { expect, test } from "vitest";
import { createFleet, installationRules } from "./fleet.ts";
import { runFleet, withClient, withoutClient } from "./run-fleet.ts";

test("a fleet has all repositories, most of them at the first owners", () => {
  const sizes = createFleet({ owners: 400, repositories: 100_000 }).map(({ repositories }) => repositories.length);
  expect(sizes).toHaveLength(400);
  expect(sizes.reduce((sum, size) => sum + size)).toBe(100_000);
  expect([sizes[0], sizes[3], sizes.at(-1)]).toEqual([2593, 1296, 130]);
});

test("an installation's primary limit grows with its repositories", () => {
  const limitOf = (repositories: number) => {
    return installationRules({ name: "acme", repositories: Array(repositories).fill("repo") }).primary.limit;
  };
  expect([20, 21, 100, 1000].map(limitOf)).toEqual([5000, 5050, 9000, 12_500]);
});

test.each([1, 3])("%i processes work through a fleet within the limits of each owner", async (processes) => {
  const outcome = await runFleet(createFleet({ owners: 3, repositories: 500 }), processes, withClient);
  expect(outcome).toMatchObject({ calls: 1500, rejected: 0, lost: 0 });
  expect(outcome.seconds / outcome.minimum).toBeGreaterThanOrEqual(1);
  expect(outcome.seconds / outcome.minimum).toBeLessThan(1.06);
});

test("a program that ignores the limits is rejected", async () => {
  const { rejected, lost } = await runFleet(createFleet({ owners: 1, repositories: 400 }), 1, withoutClient);
  expect(rejected).toBeGreaterThan(0);
  expect(lost).toBeGreaterThan(0);
});
