import { expect, test } from "vitest";
import { startEmulator } from "./emulator.ts";

test("a receiver has a while to answer that a timer can wait for", async () => {
  for (const hookTimeout of [0, -1, Number.NaN, Number.POSITIVE_INFINITY, 1e7]) {
    await expect(startEmulator({ hookTimeout })).rejects.toThrow(
      new RangeError(`hookTimeout is ${hookTimeout}; it must be a number of seconds, up to 3600.`),
    );
  }
});
