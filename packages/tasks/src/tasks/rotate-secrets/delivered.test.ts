import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@forgehand/core";
import {
  deleteOrganizationUpdaterSecret,
  getOrganizationUpdaterPublicKey,
  putOrganizationUpdaterSecret,
} from "@forgehand/core/operations";
import { sealSecret } from "@forgehand/core/sealed-box";
import { type Emulator, startEmulator } from "@forgehand/emulator";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { rotateSecrets } from "./rotate-secrets.ts";
import { entryOf } from "./rotation-entry.fixture.ts";
import { contextWith } from "./run-context.fixture.ts";

const SECRET = { org: "acme", secret_name: "DEPLOY_KEY" };
const ROTATE = { organization: "acme", secret: "DEPLOY_KEY", value: "new" };

/** A command that creates one file when it starts, and ends when another file exists. */
const SCRIPT = `const fs = require("fs"); fs.writeFileSync(process.argv[1], "");
  const wait = setInterval(() => { if (fs.existsSync(process.argv[2])) clearInterval(wait); }, 10);`;

let emulator: Emulator;
let folder: string;
beforeEach(async () => {
  emulator = await startEmulator();
  folder = mkdtempSync(join(tmpdir(), "forgehand-delivered-"));
});
afterEach(async () => {
  await emulator.stop();
  rmSync(folder, { recursive: true });
});

/** Rotates the secret, and performs an action while its value is being delivered. */
async function rotate(meanwhile: (context: ReturnType<typeof startRun>) => Promise<unknown>, completes = true) {
  const [startedFile, continueFile] = [join(folder, "started"), join(folder, "continue")];
  const context = startRun();
  const entry = entryOf({
    kind: "dependabot",
    ...ROTATE,
    deliver: JSON.stringify([process.execPath, "-e", SCRIPT, startedFile, continueFile]),
  });
  const state = await rotateSecrets.read(context.run, [entry]);
  const applying = rotateSecrets.apply(context.run, rotateSecrets.plan(state).changes, state);
  await vi.waitFor(() => expect(existsSync(startedFile)).toBe(true), { timeout: 30_000 });
  await meanwhile(context);
  if (completes) writeFileSync(continueFile, "");
  return (await applying).outcomes;
}

function startRun() {
  const client = createClient({ baseUrl: emulator.apiUrl, credentials: emulator.tokens["alice"] ?? "", pace: "off" });
  const { run, stop, passTime, shiftWallClock } = contextWith(client);
  return { run, stop, passTime: () => passTime(60_000), shiftWallClock, call: client.call };
}

const stored = () => emulator.control.secrets().filter(({ name }) => name === "DEPLOY_KEY");

describe("while a value is being delivered", () => {
  test("keeps a concurrent change of access", async () => {
    const outcomes = await rotate(async ({ call, passTime }) => {
      await call(putOrganizationUpdaterSecret, { ...SECRET, visibility: "selected", selected_repository_ids: [] });
      passTime();
    });
    expect(outcomes).toMatchObject([{ end: "changed" }]);
    expect(stored()).toMatchObject([{ value: "new", visibility: "selected", repositories: [] }]);
  });

  test("keeps a concurrent change of access if the clock is set back", async () => {
    const outcomes = await rotate(async ({ call, passTime, shiftWallClock }) => {
      await call(putOrganizationUpdaterSecret, { ...SECRET, visibility: "selected", selected_repository_ids: [] });
      passTime();
      shiftWallClock(-3_600_000);
    });
    expect(outcomes).toMatchObject([{ end: "changed" }]);
    expect(stored()).toMatchObject([{ value: "new", visibility: "selected", repositories: [] }]);
  });

  test("reports a concurrent deletion, and that the value has been delivered", async () => {
    const outcomes = await rotate(async ({ call, passTime }) => {
      await call(deleteOrganizationUpdaterSecret, SECRET);
      passTime();
    });
    expect(outcomes).toMatchObject([
      { end: "failed", note: expect.stringMatching(/deleted.*already been delivered\.$/) },
    ]);
    expect(stored()).toEqual([]);
  });

  test("reports that the value has been delivered if the token is revoked", async () => {
    const outcomes = await rotate(async () => emulator.control.revokeToken(emulator.tokens["alice"] ?? ""));
    expect(outcomes).toMatchObject([{ end: "failed", note: expect.stringContaining("already been delivered") }]);
  });

  test("reports that the value may be in use if the run is cancelled", async () => {
    const outcomes = await rotate(async ({ stop }) => stop(), false);
    expect(outcomes).toMatchObject([{ end: "failed", note: expect.stringContaining("may be in use by now") }]);
    expect(stored()).toMatchObject([{ value: "the old deploy key" }]);
  });
});

test("does not overwrite a secret created since the plan", async () => {
  const { run, passTime, call } = startRun();
  await call(deleteOrganizationUpdaterSecret, SECRET);
  const state = await rotateSecrets.read(run, [entryOf({ ...ROTATE, kind: "dependabot", visibility: "all" })]);
  const { changes } = rotateSecrets.plan(state);
  const key = await call(getOrganizationUpdaterPublicKey, { org: "acme" });
  const otherValue = { key_id: key.key_id, encrypted_value: sealSecret("theirs", key.key) };
  await call(putOrganizationUpdaterSecret, { ...SECRET, ...otherValue, visibility: "private" });
  passTime();
  const { outcomes } = await rotateSecrets.apply(run, changes, state);
  expect(outcomes).toMatchObject([{ end: "failed", note: expect.stringContaining("it was created since") }]);
  expect(stored()).toMatchObject([{ value: "theirs", visibility: "private" }]);
});
