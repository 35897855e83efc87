import { expect, test } from "vitest";
import { createVirtualClock } from "../../../test/clock/virtual-clock.ts";
import type { ListsChange } from "../../lists/lists-channel.ts";
import { throttleChanges } from "./throttle-changes.ts";

test("throttleChanges emits the first change immediately, combines those that follow and emits the last", async () => {
  const clock = createVirtualClock();
  const emitted: [at: number, change: ListsChange][] = [];
  const startedAt = clock.now();
  const emit = throttleChanges((change) => emitted.push([clock.now() - startedAt, change]), clock);
  const items = { type: "items", job: "1" } as const;
  const entries = { type: "entries", account: "a", all: false } as const;
  for (let times = 0; times < 100; times++) {
    emit(items);
    emit(entries);
    if (times === 50) emit({ ...entries, all: true });
    await clock.advance(10);
  }
  await clock.advance(1000);
  const timesOf = (type: string) => emitted.filter(([, change]) => change.type === type).map(([time]) => time);
  expect(timesOf("items")).toEqual([0, 250, 500, 750, 1000]);
  // A change with `all` is not replaced by a later one without it.
  expect(emitted.filter(([, change]) => "all" in change && change.all)).toHaveLength(1);
});
