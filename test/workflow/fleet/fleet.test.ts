import { startEmulator } from "@forgehand/emulator";
import { expect, test } from "vitest";
import { countsOf } from "../../../packages/tasks/src/report/report.ts";
import { runFleet } from "../../bench/action/fleet.ts";
import { pickSize } from "../../test-size.ts";

const ORGANIZATIONS = pickSize(4, 40);
const REPOSITORIES = 30;

const NOTHING = { changed: 0, failed: 0, unknown: 0, notStarted: 0, skipped: 0, givenUp: 0, givenUpBefore: 0 };

// A smaller version of `npm run bench -- action`, which has forty organizations and ten thousand repositories.
test("a fleet processes each repository once within the limits, and its merged report adds up", async () => {
  const { rows, shards, merged, writes, changes } = await runFleet(startEmulator, ORGANIZATIONS, REPOSITORIES);
  expect(changes).toBe(ORGANIZATIONS * REPOSITORIES);
  expect(rows.map(({ shard, share, targets }) => [shard, share, targets])).toEqual(
    Array.from({ length: ORGANIZATIONS }, (_, index) => [`org-${index}`, "1/1", REPOSITORIES]),
  );
  expect(new Set(rows.map(({ installation }) => installation)).size).toBe(ORGANIZATIONS);

  expect(writes.size).toBe(changes);
  expect([...writes.values()].filter((times) => times !== 1)).toEqual([]);
  expect(shards.map(({ refused }) => refused)).toEqual(rows.map(() => 0));
  for (const shard of shards) expect(shard.seconds).toBeGreaterThanOrEqual(shard.minimum);

  expect(countsOf(merged)).toEqual({ ...NOTHING, changed: changes });
  expect(merged.shards?.map(({ shard }) => shard)).toEqual(rows.map(({ shard }) => shard));
  expect(merged.problems ?? []).toEqual([]);
  const done = merged.tasks.flatMap(({ outcomes }) => outcomes.map(({ change }) => change.target));
  expect(new Set(done).size).toBe(changes);
});
