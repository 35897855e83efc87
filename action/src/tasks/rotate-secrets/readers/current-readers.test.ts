import { createClient } from "@forgehand/core";
import { deleteOrganizationUpdaterSecret, putOrganizationUpdaterSecret } from "@forgehand/core/operations";
import { type Emulator, startEmulator } from "@forgehand/emulator";
import { afterEach, beforeEach, expect, test } from "vitest";
import { entryOf } from "../entry.fixture.ts";
import { runWith } from "../run.fixture.ts";
import { rotateSecrets } from "../task.ts";

const SECRET = { org: "acme", secret_name: "DEPLOY_KEY" };

let emulator: Emulator;
beforeEach(async () => {
  emulator = await startEmulator();
});
afterEach(() => emulator.stop());

/** Rotates the secret, while somebody does something between the plan and its turn. */
async function rotateAfter(
  settings: Readonly<Record<string, string>>,
  meanwhile: (call: ReturnType<typeof createClient>["call"]) => Promise<unknown>,
) {
  const client = createClient({ baseUrl: emulator.apiUrl, credentials: emulator.tokens["alice"] ?? "", pace: "off" });
  const { run } = runWith(client);
  const entry = entryOf({ organization: "acme", secret: "DEPLOY_KEY", value: "new", ...settings });
  const state = await rotateSecrets.read(run, [entry]);
  const { changes } = rotateSecrets.plan(state);
  await meanwhile(client.call);
  const later = { ...run, clock: { ...run.clock, now: () => Date.now() + 60_000 } };
  return (await rotateSecrets.apply(later, changes, state)).outcomes;
}

test("who may read a secret is kept as it is when its turn comes, not as it was planned", async () => {
  const outcomes = await rotateAfter({}, (call) =>
    call(putOrganizationUpdaterSecret, { ...SECRET, visibility: "selected", selected_repository_ids: [] }),
  );
  expect(outcomes).toMatchObject([{ end: "changed" }]);
  expect(emulator.control.secrets()).toMatchObject([{ value: "new", visibility: "selected", repositories: [] }]);
});

test("what would widen who reads it by now is left alone", async () => {
  const outcomes = await rotateAfter({ visibility: "selected", "selected-repositories": "acme/widgets" }, (call) =>
    call(putOrganizationUpdaterSecret, { ...SECRET, visibility: "selected", selected_repository_ids: [] }),
  );
  expect(outcomes).toMatchObject([{ end: "failed", note: expect.stringContaining("visible to acme/widgets") }]);
  expect(emulator.control.secrets()).toMatchObject([{ value: "the old deploy key", repositories: [] }]);
});

test("what was deleted meanwhile is not created again", async () => {
  const outcomes = await rotateAfter({}, (call) => call(deleteOrganizationUpdaterSecret, SECRET));
  expect(outcomes).toMatchObject([{ end: "failed", note: expect.stringContaining("deleted since this run began") }]);
  expect(emulator.control.secrets()).toEqual([]);
});
