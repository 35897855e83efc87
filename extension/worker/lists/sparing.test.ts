import { expect, test } from "vitest";
import { createVirtualClock } from "../../../test/clock/virtual-clock.ts";
import type { ListsChange } from "../../lists/channel.ts";
import { sparing } from "./sparing.ts";

test("what is new is told at once, what comes soon after it together, and the last of it always", async () => {
  const clock = createVirtualClock();
  const told: [at: number, change: ListsChange][] = [];
  const began = clock.now();
  const tell = sparing((change) => told.push([clock.now() - began, change]), clock);
  const items = { type: "items", job: "1" } as const;
  const entries = { type: "entries", account: "a", all: false } as const;
  for (let times = 0; times < 100; times++) {
    tell(items);
    tell(entries);
    if (times === 50) tell({ ...entries, all: true });
    await clock.advance(10);
  }
  await clock.advance(1000);
  const at = (type: string) => told.filter(([, change]) => change.type === type).map(([time]) => time);
  expect(at("items")).toEqual([0, 250, 500, 750, 1000]);
  // That some were taken away is lost to nothing that comes after it.
  expect(told.filter(([, change]) => "all" in change && change.all)).toHaveLength(1);
});
