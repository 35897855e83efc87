import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { emulatorTest } from "@forgehand/emulator/vitest";
import { describe, expect } from "vitest";
import { inputsFor } from "../inputs.ts";
import { runStep } from "../runner.ts";

const SEED = {
  users: { alice: {} },
  organizations: { acme: { members: { alice: "owner" } } },
  repositories: Object.fromEntries(
    ["r00", "r01", "r02", "r03"].map((name) => [
      `acme/${name}`,
      { actions_secrets: { KEY: { value: "old", updated: "-9d" } } },
    ]),
  ),
  tokens: { alice: { kind: "classic", user: "alice", scopes: "all" } },
};
const test = emulatorTest({ seed: SEED });

const ROTATE = { task: "rotate-secrets", kind: "actions", secret: "KEY", mode: "apply", value: "new" };
const FEW_REPOSITORIES = { ...ROTATE, repositories: "acme/*" };

describe("an unreliable service", () => {
  test("is retried if it fails or loses responses", async ({ emulator }) => {
    const { faults } = emulator.control;
    faults.add({ operation: "putRepositoryActionsSecret", status: 500, times: 1 });
    faults.add({ operation: "putRepositoryActionsSecret", cut: "connection", executed: true, times: 1 });
    faults.add({ operation: "getRepositoryActionsPublicKey", status: 502, times: 1 });
    faults.add({ operation: "listRepositoryActionsSecrets", cut: "body", times: 1 });
    const step = await runStep({ ...inputsFor(emulator), ...FEW_REPOSITORIES });
    expect(step.errors).toEqual([]);
    expect(step.outputs).toMatchObject({ changed: "4" });
    expect(emulator.control.secrets().filter(({ value }) => value === "new")).toHaveLength(4);
  });

  test("whose public key changes gets the value sealed with the new key", async ({ emulator }) => {
    const { control } = emulator;
    const folder = mkdtempSync(join(tmpdir(), "forgehand-key-"));
    const [startedFile, continueFile] = [join(folder, "begun"), join(folder, "go-on")];
    const script = `const fs = require("fs"); fs.writeFileSync(process.argv[1], "");
      const wait = setInterval(() => { if (fs.existsSync(process.argv[2])) clearInterval(wait); }, 10);`;
    const deliver = JSON.stringify([process.execPath, "-e", script, startedFile, continueFile]);
    const running = runStep({ ...inputsFor(emulator), ...FEW_REPOSITORIES, repositories: "acme/r00", deliver });
    // The key has been read and the value is being delivered.
    await expect.poll(() => existsSync(startedFile)).toBe(true);
    const { tables, ...rest } = control.snapshot();
    const keys = tables["seal_keys"];
    if (!keys?.rows.length) throw new Error("The service must have keys.");
    await control.restore({ ...rest, tables: { ...tables, seal_keys: { ...keys, rows: [] } } });
    writeFileSync(continueFile, "");
    const step = await running;
    rmSync(folder, { recursive: true });
    expect(step.errors).toEqual([]);
    expect(emulator.control.secrets().find(({ repository }) => repository === "acme/r00")?.value).toBe("new");
    expect(control.calls().map(({ status, method }) => `${method} ${status}`)).toEqual(
      expect.arrayContaining(["PUT 422", "PUT 204"]),
    );
  });

  test("that reports the same key as outdated does not cause endless requests", async ({ emulator }) => {
    emulator.control.faults.add({
      operation: "putRepositoryActionsSecret",
      status: 422,
      times: 1,
      message: "key_id is not the id of the current public key",
    });
    const step = await runStep({ ...inputsFor(emulator), ...FEW_REPOSITORIES, repositories: "acme/r00" });
    expect(step.errors[0]).toContain("key_id is not the id of the current public key");
    const keys = emulator.control.calls().filter(({ path }) => path.endsWith("/public-key"));
    expect(keys).toHaveLength(2);
  });

  test("that rejects one write gets the other writes, and the missing permission is reported", async ({ emulator }) => {
    emulator.control.faults.add({
      operation: "putRepositoryActionsSecret",
      status: 403,
      times: 1,
      message: "Resource not accessible",
      headers: { "x-accepted-github-permissions": "secrets=write" },
    });
    const step = await runStep({ ...inputsFor(emulator), ...FEW_REPOSITORIES });
    expect(step.exitCode).toBe(1);
    expect(step.outputs).toMatchObject({ changed: "3", failed: "1" });
    expect(step.errors[0]).toContain("secrets");
    expect(step.errors[0]).toContain("Resource not accessible");
  });

  test("that ignores a write is reported as failed", async ({ emulator }) => {
    emulator.control.faults.add({ operation: "putRepositoryActionsSecret", status: 204, times: 1 });
    const step = await runStep({ ...inputsFor(emulator), ...FEW_REPOSITORIES, repositories: "acme/r00" });
    expect(step.exitCode).toBe(1);
    expect(step.errors[0]).toContain("before this run");
    expect(step.outputs).toMatchObject({ changed: "0", failed: "1" });
  });

  test("that shows changes late is verified again", async ({ emulator }) => {
    // The first verification does not find the write yet.
    emulator.control.faults.add({ operation: "getOrganizationActionsSecret", status: 404, after: 1, times: 1 });
    const fresh = { ...ROTATE, secret: "FRESH", organization: "acme", visibility: "private" };
    const step = await runStep({ ...inputsFor(emulator), ...fresh });
    expect(step.errors).toEqual([]);
    expect(step.outputs).toMatchObject({ changed: "1" });
  });
});
