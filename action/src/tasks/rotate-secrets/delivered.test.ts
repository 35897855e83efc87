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
import { entryOf } from "./entry.fixture.ts";
import { runWith } from "./run.fixture.ts";
import { rotateSecrets } from "./task.ts";

const SECRET = { org: "acme", secret_name: "DEPLOY_KEY" };
const ROTATE = { organization: "acme", secret: "DEPLOY_KEY", value: "new" };

/** A command that says when it has begun, and goes on when it may. */
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

/** Rotates the secret, and does something while its value is being handed over. */
async function rotate(meanwhile: (one: ReturnType<typeof around>) => Promise<unknown>, goesOn = true) {
  const [begun, goOn] = [join(folder, "begun"), join(folder, "go-on")];
  const one = around();
  const entry = entryOf({ ...ROTATE, deliver: JSON.stringify([process.execPath, "-e", SCRIPT, begun, goOn]) });
  const state = await rotateSecrets.read(one.run, [entry]);
  const applying = rotateSecrets.apply(one.run, rotateSecrets.plan(state).changes, state);
  await vi.waitFor(() => expect(existsSync(begun)).toBe(true), { timeout: 30_000 });
  await meanwhile(one);
  if (goesOn) writeFileSync(goOn, "");
  return (await applying).outcomes;
}

function around() {
  const client = createClient({ baseUrl: emulator.apiUrl, credentials: emulator.tokens["alice"] ?? "", pace: "off" });
  const { run, stop } = runWith(client);
  let passed = 0;
  const clock = { ...run.clock, now: () => Date.now() + passed };
  const later = () => {
    passed = 60_000;
  };
  return { run: { ...run, clock }, stop, later, call: client.call };
}

const stored = () => emulator.control.secrets().filter(({ name }) => name === "DEPLOY_KEY");

describe("while a value is being handed over", () => {
  test("somebody may change who reads the secret, and that is kept", async () => {
    const outcomes = await rotate(async ({ call, later }) => {
      await call(putOrganizationUpdaterSecret, { ...SECRET, visibility: "selected", selected_repository_ids: [] });
      later();
    });
    expect(outcomes).toMatchObject([{ end: "changed" }]);
    expect(stored()).toMatchObject([{ value: "new", visibility: "selected", repositories: [] }]);
  });

  test("somebody may delete the secret, and it is told that its new value is known to somebody", async () => {
    const outcomes = await rotate(async ({ call, later }) => {
      await call(deleteOrganizationUpdaterSecret, SECRET);
      later();
    });
    expect(outcomes).toMatchObject([{ end: "failed", note: expect.stringMatching(/deleted.*handed over by then\.$/) }]);
    expect(stored()).toEqual([]);
  });

  test("the token may come to its end", async () => {
    const outcomes = await rotate(async () => emulator.control.revokeToken(emulator.tokens["alice"] ?? ""));
    expect(outcomes).toMatchObject([{ end: "failed", note: expect.stringContaining("handed over by then") }]);
  });

  test("the run may be cancelled, and nobody can tell then who has the new value", async () => {
    const outcomes = await rotate(async ({ stop }) => stop(), false);
    expect(outcomes).toMatchObject([{ end: "failed", note: expect.stringContaining("may be in use by now") }]);
    expect(stored()).toMatchObject([{ value: "the old deploy key" }]);
  });
});

test("what somebody has created since the plan is not written over", async () => {
  const { run, later, call } = around();
  await call(deleteOrganizationUpdaterSecret, SECRET);
  const state = await rotateSecrets.read(run, [entryOf({ ...ROTATE, visibility: "all" })]);
  const { changes } = rotateSecrets.plan(state);
  const key = await call(getOrganizationUpdaterPublicKey, { org: "acme" });
  const theirs = { key_id: key.key_id, encrypted_value: sealSecret("theirs", key.key) };
  await call(putOrganizationUpdaterSecret, { ...SECRET, ...theirs, visibility: "private" });
  later();
  const { outcomes } = await rotateSecrets.apply(run, changes, state);
  expect(outcomes).toMatchObject([{ end: "failed", note: expect.stringContaining("somebody has created it") }]);
  expect(stored()).toMatchObject([{ value: "theirs", visibility: "private" }]);
});
