import "fake-indexeddb/auto";
import "../browser.fixture.ts";
import { test } from "@forgehand/emulator/vitest";
import { beforeEach, describe, expect } from "vitest";
import { DEFAULT_SETTINGS } from "../../settings.ts";
import {
  alarms,
  grantedOptionalOrigins,
  irrevocableOrigins,
  registeredScripts,
  sessionStorageValues,
} from "../browser.fixture.ts";
import { readSettings } from "../settings.ts";
import { readSite } from "../sites.ts";
import { storedPages, storedSites, storePageStates } from "../state.fixture.ts";
import { handleMessage } from "./handle-message.ts";
import { EXTENSION_PAGE, resetWorker, signIn } from "./messages.fixture.ts";

beforeEach(resetWorker);

const sendMessage = (type: string, payload: object = {}) => handleMessage({ type, ...payload }, EXTENSION_PAGE);
const darkSettings = { ...DEFAULT_SETTINGS, theme: "dark" };

test("settings are stored and applied to sites", async ({ emulator }) => {
  await signIn(emulator);
  expect(await sendMessage("save-settings", { settings: darkSettings })).toMatchObject({
    ok: true,
    value: { settings: darkSettings },
  });
  expect(await sendMessage("settings")).toMatchObject({
    value: { settings: darkSettings, policy: { controlsOff: [] } },
  });
  expect(await readSite(emulator.webUrl)).toMatchObject({ theme: "dark", login: "alice" });
});

describe("a settings file", () => {
  const settingsFile = (fields: object) => JSON.stringify({ forgehand: 1, ...fields });

  test("contains no token and applies its settings and accounts", async ({ emulator }) => {
    await signIn(emulator);
    await sendMessage("save-settings", { settings: darkSettings });
    const exported = await sendMessage("export-settings");
    expect(exported).toMatchObject({
      value: { name: expect.stringMatching(/^forgehand-settings-\d{4}-\d\d-\d\d\.json$/) },
    });
    const text = settingsFile({ settings: darkSettings, accounts: [{ origin: emulator.webUrl, login: "alice" }] });
    expect(exported).toMatchObject({ value: { text: `${JSON.stringify(JSON.parse(text), null, 2)}\n` } });
    await resetWorker();
    const plan = {
      changes: [{ setting: "theme", from: DEFAULT_SETTINGS.theme, to: "dark" }],
      weaker: [],
      added: [{ origin: emulator.webUrl, login: "alice" }],
      existing: [],
      refused: [],
      unknown: [],
    };
    expect(await sendMessage("plan-import", { text })).toEqual({ ok: true, value: plan });
    expect(await sendMessage("settings")).toMatchObject({ value: { settings: DEFAULT_SETTINGS } });
    expect(await sendMessage("import-settings", { text, allowWeaker: false })).toEqual({ ok: true, value: plan });
    expect(await sendMessage("settings")).toMatchObject({ value: { settings: darkSettings } });
    expect(await sendMessage("accounts")).toMatchObject({ value: [{ login: "alice", state: "missing-token" }] });
  });

  test("that never locks the tokens keeps the delay, unless that is confirmed separately", async () => {
    const text = settingsFile({ settings: { lockAfter: 0 } });
    const weaker = [{ setting: "lockAfter", from: 30, to: 0 }];
    const lockAfter = async () => (await readSettings()).lockAfter;
    expect(await sendMessage("plan-import", { text })).toMatchObject({ value: { changes: [], weaker } });
    expect(await sendMessage("import-settings", { text })).toMatchObject({ problem: { text: "notUnderstood" } });
    expect(await sendMessage("import-settings", { text, allowWeaker: false })).toMatchObject({ value: { weaker } });
    expect(await lockAfter()).toBe(30);
    expect(await sendMessage("import-settings", { text, allowWeaker: true })).toMatchObject({ ok: true });
    expect(await lockAfter()).toBe(0);
  });

  test("that is invalid changes nothing and reports the position", async () => {
    expect(await sendMessage("import-settings", { text: '{\n"forgehand" 1}', allowWeaker: false })).toMatchObject({
      problem: { text: "fileIsNoJson|2|13" },
    });
    expect(
      await sendMessage("import-settings", {
        text: settingsFile({ settings: darkSettings, accounts: [{ origin: "x" }] }),
        allowWeaker: false,
      }),
    ).toMatchObject({
      problem: { text: "fileFieldIsWrong|accounts.0.origin" },
    });
    expect(await sendMessage("settings")).toMatchObject({ value: { settings: DEFAULT_SETTINGS } });
  });
});

test("wipe deletes everything and restores the state of a new installation", async ({ emulator }) => {
  await signIn(emulator);
  await sendMessage("save-settings", { settings: darkSettings });
  await sendMessage("set-passphrase", { passphrase: "a long passphrase" });
  await sendMessage("lists-refresh", { account: `alice ${emulator.webUrl}` });
  await storePageStates({ [`${emulator.webUrl}/acme/widgets`]: { login: "alice", at: 1, states: {} } });
  grantedOptionalOrigins.add("http://127.0.0.1/*");
  expect(alarms.size).toBeGreaterThan(0);
  expect(await sendMessage("wipe")).toEqual({ ok: true, value: { keptHosts: [] } });
  expect(await sendMessage("accounts")).toEqual({ ok: true, value: [] });
  expect(await sendMessage("lock-state")).toEqual({ ok: true, value: "none" });
  expect(await sendMessage("settings")).toMatchObject({ value: { settings: DEFAULT_SETTINGS } });
  expect([grantedOptionalOrigins.size, registeredScripts.size]).toEqual([0, 0]);
  expect([...sessionStorageValues.keys()]).toEqual([]);
  expect([await storedSites(), await storedPages()]).toEqual([[], []]);
});

test("wipe reports the hosts to which the browser still gives access", async () => {
  for (const origin of ["https://a.example.com/*", "https://b.example.com/*", "https://c.example.com/*"])
    grantedOptionalOrigins.add(origin);
  irrevocableOrigins.add("https://b.example.com/*");
  expect(await sendMessage("wipe")).toEqual({ ok: true, value: { keptHosts: ["https://b.example.com/*"] } });
  expect([...grantedOptionalOrigins]).toEqual(["https://b.example.com/*"]);
});
