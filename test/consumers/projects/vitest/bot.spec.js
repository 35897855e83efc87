import { createClient } from "@forgehand/core";
import { starRepository } from "@forgehand/core/operations/starring";
import { emulatorTest, test } from "@forgehand/emulator/vitest";
import { expect } from "vitest";

test("a bot stars a repository", async ({ emulator }) => {
  const { call } = createClient({ baseUrl: emulator.apiUrl, credentials: emulator.tokens["bob"] ?? "" });
  await call(starRepository, { owner: "acme", repo: "widgets" });
  await emulator.control.settled();
  expect(emulator.control.calls().map(({ operation }) => operation)).toEqual(["starRepository"]);
});

emulatorTest({ seed: "empty" })("a new service has no repositories", async ({ emulator }) => {
  expect((await fetch(`${emulator.apiUrl}/repos/acme/widgets`)).status).toBe(404);
});
