import { starRepository } from "@forgehand/core/operations/starring";
import { emulatorTest, test } from "@forgehand/emulator/vitest";
import { expect } from "vitest";

test("a bot stars a repository", async ({ emulator }) => {
  await emulator.as("bob").call(starRepository, { owner: "acme", repo: "widgets" });
  expect(emulator).toHaveReceivedCall(starRepository, { repo: "widgets" });
  expect(emulator).toHaveSentEvent("star", { action: "created", sender: { login: "bob" } });
});

emulatorTest({ seed: "empty" })("a new service has no repositories", async ({ emulator }) => {
  expect((await fetch(`${emulator.apiUrl}/repos/acme/widgets`)).status).toBe(404);
});
