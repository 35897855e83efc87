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

/** A command that signals its start and waits for a signal to finish. */
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
async function rotate(meanwhile: (one: ReturnType<typeof startRun>) => Promise<unknown>, completes = true) {
  const [begun, goOn] = [join(folder, "begun"), join(folder, "go-on")];
  const one = startRun();
  const entry = entryOf({ ...ROTATE, deliver: JSON.stringify([process.execPath, "-e", SCRIPT, begun, goOn]) });
  const state = await rotateSecrets.read(one.run, [entry]);
  const applying = rotateSecrets.apply(one.run, rotateSecrets.plan(state).changes, state);
  await vi.waitFor(() => expect(existsSync(begun)).toBe(true), { timeout: 30_000 });
  await meanwhile(one);
  if (completes) writeFileSync(goOn, "");
  return (await applying).outcomes;
}

function startRun() {
  const client = createClient({ baseUrl: emulator.apiUrl, credentials: emulator.tokens["alice"] ?? "", pace: "off" });
  const { run, stop } = contextWith(client);
  let passed = 0;
  const clock = { ...run.clock, now: () => Date.now() + passed };
  const passTime = () => {
    passed = 60_000;
  };
  return { run: { ...run, clock }, stop, later: passTime, call: client.call };
}

const stored = () => emulator.control.secrets().filter(({ name }) => name === "DEPLOY_KEY");

describe("while a value is being delivered", () => {
  test("keeps a concurrent change of access", async () => {
    const outcomes = await rotate(async ({ call, later: passTime }) => {
      await call(putOrganizationUpdaterSecret, { ...SECRET, visibility: "selected", selected_repository_ids: [] });
      passTime();
    });
    expect(outcomes).toMatchObject([{ end: "changed" }]);
    expect(stored()).toMatchObject([{ value: "new", visibility: "selected", repositories: [] }]);
  });

  test("reports a concurrent deletion, and that the value has been delivered", async () => {
    const outcomes = await rotate(async ({ call, later: passTime }) => {
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
  const { run, later: passTime, call } = startRun();
  await call(deleteOrganizationUpdaterSecret, SECRET);
  const state = await rotateSecrets.read(run, [entryOf({ ...ROTATE, visibility: "all" })]);
  const { changes } = rotateSecrets.plan(state);
  const key = await call(getOrganizationUpdaterPublicKey, { org: "acme" });
  const theirs = { key_id: key.key_id, encrypted_value: sealSecret("theirs", key.key) };
  await call(putOrganizationUpdaterSecret, { ...SECRET, ...theirs, visibility: "private" });
  passTime();
  const { outcomes } = await rotateSecrets.apply(run, changes, state);
  expect(outcomes).toMatchObject([{ end: "failed", note: expect.stringContaining("it was created since") }]);
  expect(stored()).toMatchObject([{ value: "theirs", visibility: "private" }]);
});
