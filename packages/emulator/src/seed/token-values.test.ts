import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { startEmulator } from "../emulator.ts";
import type { EmulatorOptions } from "../public.ts";
import { createTokenValue } from "./token-values.ts";

async function start(options: EmulatorOptions = {}) {
  const emulator = await startEmulator(options);
  return { ...emulator, [Symbol.asyncDispose]: emulator.stop };
}

const FIXED_TOKENS = {
  alice: "ghp_demo_alice",
  bob: "ghp_demo_bob",
  mallory: "ghp_demo_mallory",
  "alice-fine-grained": "github_pat_demo_alice_fine_grained",
  "acme-installation": "ghs_demo_acme_installation",
  workflow: "ghs_demo_workflow",
};

describe("tokens of a seed", () => {
  test("are random at each start, with the prefix of their kind and their name", async () => {
    await using first = await start();
    await using second = await start();
    for (const [name, known] of Object.entries(FIXED_TOKENS)) {
      expect(first.tokens[name]).toMatch(new RegExp(`^${known}_[A-Za-z0-9]{30}$`));
      expect(second.tokens[name]).not.toBe(first.tokens[name]);
      const status = async (token = "") =>
        (await fetch(`${first.apiUrl}/repos/acme/widgets`, { headers: { authorization: `Bearer ${token}` } })).status;
      expect([await status(first.tokens[name]), await status(second.tokens[name]), await status(known)]).toEqual([
        200, 401, 401,
      ]);
    }
  });

  test("are the same after a reset, a seed and a snapshot", async () => {
    await using emulator = await start();
    const { control, tokens } = emulator;
    expect(await control.reset()).toEqual(tokens);
    await control.restore(control.snapshot());
    expect(Object.fromEntries(control.tokens().map(({ name, token }) => [name, token]))).toEqual(tokens);
    expect(await control.reset("full")).toMatchObject(tokens);
    expect(await control.reset("empty")).toEqual({});
    const own = { users: { dora: {} }, tokens: { dora: { kind: "classic", user: "dora" } } };
    const added = await control.seed(own);
    expect(await control.reset(own)).toEqual(added);
  });

  test("keep a value that the seed specifies", async () => {
    const seed = { users: { dora: {} }, tokens: { dora: { kind: "classic", user: "dora", value: "chosen" } } };
    await using emulator = await start({ seed });
    expect(emulator.tokens).toEqual({ dora: "chosen" });
  });

  test("are known with fixed tokens", async () => {
    await using emulator = await start({ fixedTokens: true });
    expect(emulator.tokens).toEqual(FIXED_TOKENS);
    const created = emulator.control.createToken("Bob's own", { kind: "oauth", user: "bob" });
    expect(created).toBe("gho_demo_Bob_s_own");
  });

  test("are stored in a data file, and stay the same in it", async () => {
    const folder = mkdtempSync(join(tmpdir(), "forgehand-tokens-"));
    const data = join(folder, "forge.db");
    const first = await startEmulator({ data });
    await first.stop();
    for (const fixedTokens of [false, true]) {
      const next = await startEmulator({ data, fixedTokens });
      expect(next.tokens).toEqual(first.tokens);
      expect(await next.control.reset()).toEqual(first.tokens);
      await next.stop();
    }
    rmSync(folder, { recursive: true });
  });
});

test("tokens of different names and starts are all different", () => {
  const values = new Set<string>();
  for (let start = 0; start < 20; start++) {
    const tokenValue = createTokenValue();
    for (let index = 0; index < 50; index++) values.add(tokenValue("ghp_", `a${index % 2 ? "-" : "_"}${index >> 1}`));
  }
  expect(values.size).toBe(1000);
});
