import { createClient } from "@forgehand/core";
import { deleteOrganizationUpdaterSecret, putOrganizationUpdaterSecret } from "@forgehand/core/operations";
import { type Emulator, startEmulator } from "@forgehand/emulator";
import { afterEach, beforeEach, expect, test } from "vitest";
import { rotateSecrets } from "./rotate-secrets.ts";
import { entryOf } from "./rotation-entry.fixture.ts";
import { contextWith } from "./run-context.fixture.ts";

const SECRET = { org: "acme", secret_name: "DEPLOY_KEY" };

let emulator: Emulator;
beforeEach(async () => {
  emulator = await startEmulator();
});
afterEach(() => emulator.stop());

/** Rotates the secret, with a concurrent change between the plan and the write. */
async function rotateWithConcurrentChange(
  settings: Readonly<Record<string, string>>,
  meanwhile: (call: ReturnType<typeof createClient>["call"]) => Promise<unknown>,
) {
  const client = createClient({ baseUrl: emulator.apiUrl, credentials: emulator.tokens["alice"] ?? "", pace: "off" });
  const { run, passTime } = contextWith(client);
  const entry = entryOf({ organization: "acme", kind: "dependabot", secret: "DEPLOY_KEY", value: "new", ...settings });
  const state = await rotateSecrets.read(run, [entry]);
  const { changes } = rotateSecrets.plan(state);
  await meanwhile(client.call);
  passTime(60_000);
  return (await rotateSecrets.apply(run, changes, state)).outcomes;
}

test("writes the current access rather than the planned one", async () => {
  const outcomes = await rotateWithConcurrentChange({}, (call) =>
    call(putOrganizationUpdaterSecret, { ...SECRET, visibility: "selected", selected_repository_ids: [] }),
  );
  expect(outcomes).toMatchObject([{ end: "changed" }]);
  expect(emulator.control.secrets()).toMatchObject([{ value: "new", visibility: "selected", repositories: [] }]);
});

test("does not write if the access would now be widened", async () => {
  const outcomes = await rotateWithConcurrentChange(
    { visibility: "selected", "selected-repositories": "acme/widgets" },
    (call) => call(putOrganizationUpdaterSecret, { ...SECRET, visibility: "selected", selected_repository_ids: [] }),
  );
  expect(outcomes).toMatchObject([{ end: "failed", note: expect.stringContaining("visible to acme/widgets") }]);
  expect(emulator.control.secrets()).toMatchObject([{ value: "the old deploy key", repositories: [] }]);
});

test("does not create a secret again that was deleted", async () => {
  const outcomes = await rotateWithConcurrentChange({}, (call) => call(deleteOrganizationUpdaterSecret, SECRET));
  expect(outcomes).toMatchObject([{ end: "failed", note: expect.stringContaining("deleted since this run started") }]);
  expect(emulator.control.secrets()).toEqual([]);
});
