import { describe, expect, test } from "vitest";
import { createClock } from "./clock.ts";
import { test as emulatorTest } from "./vitest.ts";

describe("clock", () => {
  test("advances from the set time and rejects times out of range", () => {
    const clock = createClock(() => Date.parse("2026-07-01T12:00:00Z"));
    clock.set(new Date("8999-12-31T23:00:00Z"));
    clock.advance(3599);
    for (const setInvalidTime of [
      () => clock.advance(1),
      () => clock.advance(1e300),
      () => clock.advance(-Infinity),
      () => clock.advance(Number.NaN),
      () => clock.set(new Date("no time")),
      () => clock.set(new Date("1969-12-31T23:59:59Z")),
    ]) {
      expect(setInvalidTime).toThrow(/The clock's time must be between the years 1970 and 8999, got .*/);
    }
    expect(clock.now()).toEqual(new Date("8999-12-31T23:59:59Z"));
  });

  emulatorTest("leaves the service unchanged if the time is invalid", async ({ emulator: { apiUrl, control } }) => {
    expect(() => control.clock.advance(1e300)).toThrow(RangeError);
    await expect(control.restore({ ...control.snapshot(), tables: {}, now: "soon" })).rejects.toThrow(/invalid date/);
    expect((await fetch(`${apiUrl}/repos/acme/widgets`)).status).toBe(200);
  });
});
