import { describe, expect, test } from "vitest";
import { createClock } from "./clock.ts";
import { test as served } from "./vitest.ts";

describe("a clock", () => {
  test("goes on from where it was put, and no further than its times can be told", () => {
    const clock = createClock(() => new Date("2026-07-01T12:00:00Z"));
    clock.set(new Date("8999-12-31T23:00:00Z"));
    clock.advance(3599);
    for (const put of [
      () => clock.advance(1),
      () => clock.advance(1e300),
      () => clock.advance(-Infinity),
      () => clock.advance(Number.NaN),
      () => clock.set(new Date("no time")),
      () => clock.set(new Date("1969-12-31T23:59:59Z")),
    ]) {
      expect(put).toThrow(/The clock can't be put to .*: it goes from the year 1970 to the year 8999/);
    }
    expect(clock.now()).toEqual(new Date("8999-12-31T23:59:59Z"));
  });

  served("that is put where no time is leaves the service as it was", async ({ emulator: { apiUrl, control } }) => {
    expect(() => control.clock.advance(1e300)).toThrow(RangeError);
    await expect(control.restore({ ...control.snapshot(), tables: {}, now: "soon" })).rejects.toThrow(/no time/);
    expect((await fetch(`${apiUrl}/repos/acme/widgets`)).status).toBe(200);
  });
});
