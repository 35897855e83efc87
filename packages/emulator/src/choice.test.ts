import { expect, test } from "vitest";
import { startEmulator } from "./emulator.ts";

test("rejects webhook timeouts that a timer can't handle", async () => {
  for (const hookTimeout of [0, -1, Number.NaN, Number.POSITIVE_INFINITY, 1e7]) {
    await expect(startEmulator({ hookTimeout })).rejects.toThrow(
      new RangeError(`hookTimeout must be a number of seconds, up to 3600, got ${hookTimeout}.`),
    );
  }
});
