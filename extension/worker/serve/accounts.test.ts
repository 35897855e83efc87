import "fake-indexeddb/auto";
import "../browser.fixture.ts";
import type { Emulator } from "@forgehand/emulator";
import { test } from "@forgehand/emulator/vitest";
import { beforeEach, describe, expect } from "vitest";
import { beginAnew, OWN, signIn } from "./asked.fixture.ts";
import { serve } from "./serve.ts";

beforeEach(beginAnew);

const ask = (type: string, more: object = {}) => serve({ type, ...more }, OWN);
const name = ({ webUrl }: Emulator, login: string) => ({ origin: webUrl, login });

describe("an account", () => {
  test("is kept under the login that the service tells, and acts from then on", async ({ emulator }) => {
    expect(await signIn(emulator)).toMatchObject({ ok: true, value: { login: "alice", accounts: [{ active: true }] } });
    expect(await signIn(emulator, "bob")).toMatchObject({ ok: true, value: { login: "bob" } });
    expect(await ask("accounts")).toMatchObject({
      ok: true,
      value: [
        { login: "alice", active: false, state: "ready", kind: "classic", dialect: "github" },
        { login: "bob", active: true, state: "ready" },
      ],
    });
    expect(JSON.stringify(await ask("accounts"))).not.toContain(emulator.tokens["alice"]);
  });

  test("is not kept where its token doesn't work, and what was there stays", async ({ emulator }) => {
    await signIn(emulator);
    expect(await signIn(emulator, "ghp_nobodys")).toMatchObject({
      ok: false,
      problem: { text: expect.stringMatching(/^notSaved\|/) },
    });
    expect(await ask("accounts")).toMatchObject({ value: [{ login: "alice", active: true }] });
  });

  test("is not kept under an address that the form would not have sent", async ({ emulator }) => {
    const { apiUrl, webUrl, tokens } = emulator;
    const account = { dialect: "github", token: tokens["alice"] };
    for (const address of [
      { origin: `${webUrl}/`, apiUrl },
      { origin: "http://forge.example.com", apiUrl },
      { origin: webUrl, apiUrl: `${apiUrl}?page=1` },
    ]) {
      expect(await ask("save-account", { ...account, ...address })).toMatchObject({
        ok: false,
        problem: { text: "notUnderstood" },
      });
    }
    expect(emulator.control.calls()).toEqual([]);
  });

  test("is not kept while tokens are locked", async ({ emulator }) => {
    await ask("set-passphrase", { passphrase: "a long passphrase" });
    await ask("lock-now");
    expect(await signIn(emulator)).toMatchObject({ ok: false, problem: { kind: "locked" } });
    expect(await ask("unlock", { passphrase: "a long passphrase" })).toEqual({ ok: true, value: "open" });
    expect(await signIn(emulator)).toMatchObject({ ok: true });
  });

  test("acts in the place of another one of its host", async ({ emulator }) => {
    await signIn(emulator);
    await signIn(emulator, "bob");
    expect(await ask("use-account", name(emulator, "alice"))).toMatchObject({
      value: [
        { login: "alice", active: true },
        { login: "bob", active: false },
      ],
    });
    expect(await ask("remove-account", name(emulator, "alice"))).toMatchObject({
      value: [{ login: "bob", active: true }],
    });
  });
});

describe("a test of an account", () => {
  test("tells what its token is and can do", async ({ emulator }) => {
    await signIn(emulator, "bob");
    expect(await ask("test-account", name(emulator, "bob"))).toMatchObject({
      ok: true,
      value: {
        ...{ login: "bob", kind: "classic", scopes: ["repo"] },
        able: expect.arrayContaining([expect.objectContaining({ ability: "star", answer: "yes" })]),
      },
    });
  });

  test("tells why nothing is known of it", async ({ emulator }) => {
    expect(await ask("test-account", name(emulator, "alice"))).toMatchObject({
      value: { problem: { kind: "account" } },
    });
    await signIn(emulator);
    emulator.control.revokeToken(emulator.tokens["alice"] ?? "");
    expect(await ask("test-account", name(emulator, "alice"))).toMatchObject({
      value: { problem: { kind: "account", text: "tokenRefused" } },
    });
  });
});

test("the least that a token takes is told without asking anybody", async () => {
  expect(
    await ask("token-plan", { dialect: "github", kind: "classic", everything: true, organizations: false }),
  ).toMatchObject({ ok: true, value: { scopes: ["repo"] } });
});

describe("a passphrase", () => {
  const [old, passphrase] = ["a long passphrase", "an even longer one"];

  test("is changed and taken away by who knows it", async ({ emulator }) => {
    await signIn(emulator);
    expect(await ask("lock")).toEqual({ ok: true, value: "none" });
    await ask("set-passphrase", { passphrase: old });
    expect(await ask("change-passphrase", { old, passphrase })).toEqual({ ok: true, value: "open" });
    await ask("lock-now");
    expect(await ask("unlock", { passphrase: old })).toMatchObject({ ok: false, problem: { kind: "locked" } });
    expect(await ask("unlock", { passphrase })).toEqual({ ok: true, value: "open" });
    expect(await ask("remove-passphrase", { passphrase })).toEqual({ ok: true, value: "none" });
    expect(await ask("accounts")).toMatchObject({ value: [{ state: "ready" }] });
  });

  test("that nobody remembers goes with the tokens; accounts wait for new ones", async ({ emulator }) => {
    await signIn(emulator);
    await ask("set-passphrase", { passphrase: old });
    await ask("lock-now");
    expect(await ask("forget-passphrase")).toEqual({ ok: true, value: "none" });
    expect(await ask("accounts")).toMatchObject({ value: [{ login: "alice", state: "no token" }] });
  });
});
