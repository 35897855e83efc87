import { emulatorTest, test } from "@forgehand/emulator/vitest";
import { expect } from "vitest";

test("the demo seed is the default", ({ emulator }) => {
  expect(emulator.tokens).toHaveProperty("alice");
});

emulatorTest({ seed: "empty" })("options apply to the test that was created with them", ({ emulator }) => {
  expect(emulator.tokens).toEqual({});
});
