import "fake-indexeddb/auto";
import "../browser.fixture.ts";
import type { Emulator } from "@forgehand/emulator";
import { test } from "@forgehand/emulator/vitest";
import { beforeEach, describe, expect, vi } from "vitest";
import { changeHost, readStoredAccounts } from "../account-store.ts";
import { handleMessage } from "./handle-message.ts";
import { EXTENSION_PAGE, resetWorker, signIn } from "./messages.fixture.ts";

beforeEach(resetWorker);

const sendMessage = (type: string, payload: object = {}) => handleMessage({ type, ...payload }, EXTENSION_PAGE);
const refOf = ({ webUrl }: Emulator, login: string) => ({ origin: webUrl, login });

describe("an account", () => {
  test("is stored under the login that the service reports, and becomes active", async ({ emulator }) => {
    expect(await signIn(emulator)).toMatchObject({ ok: true, value: { login: "alice", accounts: [{ active: true }] } });
    expect(await signIn(emulator, "bob")).toMatchObject({ ok: true, value: { login: "bob" } });
    expect(await sendMessage("accounts")).toMatchObject({
      ok: true,
      value: [
        { login: "alice", active: false, state: "ready", kind: "classic", dialect: "github" },
        { login: "bob", active: true, state: "ready" },
      ],
    });
    expect(JSON.stringify(await sendMessage("accounts"))).not.toContain(emulator.tokens["alice"]);
  });

  test("is not stored if its token is invalid, and the stored one stays", async ({ emulator }) => {
    await signIn(emulator);
    expect(await signIn(emulator, "ghp_nobodys")).toMatchObject({
      ok: false,
      problem: { text: expect.stringMatching(/^notSaved\|/) },
    });
    expect(await sendMessage("accounts")).toMatchObject({ value: [{ login: "alice", active: true }] });
  });

  test("keeps its token when one of another kind is added, unless the user allows to replace that kind", async ({
    emulator,
  }) => {
    const { webUrl: origin, apiUrl, tokens } = emulator;
    const fineGrained = { origin, apiUrl, dialect: "auto", token: tokens["alice-fine-grained"] };
    const conflict = {
      login: "alice",
      current: "classic",
      added: "fine-grained",
      losses: ["watch", "lists", "bulk"],
    };
    await signIn(emulator);
    // The user has seen another kind of token, or none.
    for (const replaces of [undefined, null, "oauth"]) {
      expect(await sendMessage("save-account", { ...fineGrained, replaces })).toEqual({
        ok: true,
        value: { conflict },
      });
    }
    expect(await readStoredAccounts()).toMatchObject([{ login: "alice", kind: "classic", token: tokens["alice"] }]);
    expect(await sendMessage("save-account", { ...fineGrained, replaces: "classic" })).toMatchObject({
      value: { login: "alice", accounts: [{ login: "alice", kind: "fine-grained" }] },
    });
    expect(await signIn(emulator)).toMatchObject({
      value: { conflict: { current: "fine-grained", added: "classic", losses: [] } },
    });
    expect(await readStoredAccounts()).toMatchObject([{ kind: "fine-grained" }]);
  });

  test("gets the first token of any kind after it was imported", async ({ emulator }) => {
    const text = JSON.stringify({ forgehand: 1, accounts: [refOf(emulator, "alice")] });
    await sendMessage("import-settings", { text, allowWeaker: false });
    expect(await signIn(emulator, "alice-fine-grained")).toMatchObject({ value: { login: "alice" } });
    // Importing the account again changes nothing.
    await sendMessage("import-settings", { text, allowWeaker: false });
    expect(await sendMessage("accounts")).toMatchObject({ value: [{ kind: "fine-grained", state: "ready" }] });
  });

  test("is not stored with an address that is not normalized", async ({ emulator }) => {
    const { apiUrl, webUrl, tokens } = emulator;
    const account = { dialect: "github", token: tokens["alice"] };
    for (const address of [
      { origin: `${webUrl}/`, apiUrl },
      { origin: "https://forge.example.com.", apiUrl },
      { origin: "http://github.com", apiUrl },
      { origin: webUrl, apiUrl: "https://forge.example.com./api/v3" },
      { origin: webUrl, apiUrl: `${apiUrl}?page=1` },
    ]) {
      expect(await sendMessage("save-account", { ...account, ...address })).toMatchObject({
        ok: false,
        problem: { text: "notUnderstood" },
      });
    }
    expect(emulator.control.calls()).toEqual([]);
  });

  test("is only stored with an address without encryption if the user allows it", async ({ emulator }) => {
    const origin = "http://forge.example.com";
    // The name of the unencrypted host is resolved to the emulator.
    const { fetch } = globalThis;
    using sent = vi.spyOn(globalThis, "fetch").mockImplementation((input, init) => {
      return fetch(String(input instanceof Request ? input.url : input).replace(origin, emulator.webUrl), init);
    });
    const apiUrl = emulator.apiUrl.replace(emulator.webUrl, origin);
    const account = { dialect: "auto", token: emulator.tokens["alice"] };
    const refused = { ok: false, problem: { kind: "permission", text: "notSaved|addressIsOpen" } };
    for (const address of [
      { origin, apiUrl },
      { origin: emulator.webUrl, apiUrl },
      { origin, apiUrl: emulator.apiUrl },
    ]) {
      expect(await sendMessage("save-account", { ...account, ...address })).toMatchObject(refused);
      expect(await sendMessage("save-account", { ...account, ...address, allowHttp: false })).toMatchObject(refused);
    }
    expect(sent).not.toHaveBeenCalled();
    expect(await sendMessage("save-account", { ...account, origin, apiUrl, allowHttp: true })).toMatchObject({
      ok: true,
      value: { login: "alice", accounts: [{ origin, apiUrl, state: "ready" }] },
    });
    expect(await sendMessage("test-account", { origin, login: "alice" })).toMatchObject({ value: { login: "alice" } });
    // The permission is stored with this account only.
    expect(await signIn(emulator)).toMatchObject({ ok: true });
    expect(await readStoredAccounts()).toMatchObject([{ origin: emulator.webUrl }, { origin, allowHttp: true }]);
    expect((await readStoredAccounts())[0]).not.toHaveProperty("allowHttp");
  });

  test("with an address without encryption is not used if it was not allowed", async ({ emulator }) => {
    const origin = "http://forge.example.com";
    const text = JSON.stringify({ forgehand: 1, accounts: [{ origin, login: "alice" }] });
    expect(await sendMessage("import-settings", { text, allowWeaker: false })).toMatchObject({
      value: { added: [{ origin }] },
    });
    using sent = vi.spyOn(globalThis, "fetch");
    const account = { origin, apiUrl: `${origin}/api/v3`, dialect: "github", token: emulator.tokens["alice"] };
    expect(await sendMessage("save-account", account)).toMatchObject({ ok: false });
    await changeHost(origin, (accounts) => accounts.map((stored) => ({ ...stored, token: account.token })));
    expect(await sendMessage("test-account", { origin, login: "alice" })).toMatchObject({
      value: { problem: { kind: "account", text: "addressIsOpen" } },
    });
    expect(sent).not.toHaveBeenCalled();
  });

  test("is not stored while tokens are locked", async ({ emulator }) => {
    await sendMessage("set-passphrase", { passphrase: "a long passphrase" });
    await sendMessage("lock");
    expect(await signIn(emulator)).toMatchObject({ ok: false, problem: { kind: "locked" } });
    expect(await sendMessage("unlock", { passphrase: "a long passphrase" })).toEqual({ ok: true, value: "open" });
    expect(await signIn(emulator)).toMatchObject({ ok: true });
  });

  test("can be activated instead of another one of its host", async ({ emulator }) => {
    await signIn(emulator);
    await signIn(emulator, "bob");
    expect(await sendMessage("use-account", refOf(emulator, "alice"))).toMatchObject({
      value: [
        { login: "alice", active: true },
        { login: "bob", active: false },
      ],
    });
    expect(await sendMessage("remove-account", refOf(emulator, "alice"))).toMatchObject({
      value: [{ login: "bob", active: true }],
    });
  });
});

describe("a test of an account", () => {
  test("reports the token's kind and abilities", async ({ emulator }) => {
    await signIn(emulator, "bob");
    expect(await sendMessage("test-account", refOf(emulator, "bob"))).toMatchObject({
      ok: true,
      value: {
        login: "bob",
        kind: "classic",
        scopes: ["repo"],
        abilities: expect.arrayContaining([expect.objectContaining({ ability: "star", answer: "yes" })]),
      },
    });
  });

  test("reports why nothing is known about the token", async ({ emulator }) => {
    expect(await sendMessage("test-account", refOf(emulator, "alice"))).toMatchObject({
      value: { problem: { kind: "account" } },
    });
    await signIn(emulator);
    emulator.control.revokeToken(emulator.tokens["alice"] ?? "");
    expect(await sendMessage("test-account", refOf(emulator, "alice"))).toMatchObject({
      value: { problem: { kind: "account", text: "tokenRefused" } },
    });
  });
});

test("a token plan needs no request", async () => {
  expect(
    await sendMessage("token-plan", {
      dialect: "github",
      kind: "classic",
      privateRepositories: true,
      organizations: false,
    }),
  ).toMatchObject({ ok: true, value: { scopes: ["repo"] } });
});

describe("a passphrase", () => {
  const [old, passphrase] = ["a long passphrase", "an even longer one"];

  test("can be changed and removed", async ({ emulator }) => {
    await signIn(emulator);
    expect(await sendMessage("lock-state")).toEqual({ ok: true, value: "none" });
    await sendMessage("set-passphrase", { passphrase: old });
    expect(await sendMessage("change-passphrase", { old, passphrase })).toEqual({ ok: true, value: "open" });
    await sendMessage("lock");
    expect(await sendMessage("unlock", { passphrase: old })).toMatchObject({ ok: false, problem: { kind: "locked" } });
    expect(await sendMessage("unlock", { passphrase })).toEqual({ ok: true, value: "open" });
    expect(await sendMessage("remove-passphrase", { passphrase })).toEqual({ ok: true, value: "none" });
    expect(await sendMessage("accounts")).toMatchObject({ value: [{ state: "ready" }] });
  });

  test("can be forgotten, which deletes the tokens but keeps the accounts", async ({ emulator }) => {
    await signIn(emulator);
    await sendMessage("set-passphrase", { passphrase: old });
    await sendMessage("lock");
    expect(await sendMessage("forget-passphrase")).toEqual({ ok: true, value: "none" });
    expect(await sendMessage("accounts")).toMatchObject({ value: [{ login: "alice", state: "missing-token" }] });
  });
});
