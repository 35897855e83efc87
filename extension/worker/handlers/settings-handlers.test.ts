import "fake-indexeddb/auto";
import "../browser.fixture.ts";
import { test } from "@forgehand/emulator/vitest";
import { beforeEach, describe, expect } from "vitest";
import { DEFAULT_SETTINGS } from "../../settings.ts";
import {
  alarms,
  grantedOptionalOrigins,
  localStorageValues,
  registeredScripts,
  sessionStorageValues,
} from "../browser.fixture.ts";
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
  expect(localStorageValues.get(`site ${emulator.webUrl}`)).toMatchObject({ theme: "dark", login: "alice" });
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
      added: [{ origin: emulator.webUrl, login: "alice" }],
      existing: [],
      refused: [],
      unknown: [],
    };
    expect(await sendMessage("plan-import", { text })).toEqual({ ok: true, value: plan });
    expect(await sendMessage("settings")).toMatchObject({ value: { settings: DEFAULT_SETTINGS } });
    expect(await sendMessage("import-settings", { text })).toEqual({ ok: true, value: plan });
    expect(await sendMessage("settings")).toMatchObject({ value: { settings: darkSettings } });
    expect(await sendMessage("accounts")).toMatchObject({ value: [{ login: "alice", state: "missing-token" }] });
  });

  test("that is invalid changes nothing and reports the position", async () => {
    expect(await sendMessage("import-settings", { text: '{\n"forgehand" 1}' })).toMatchObject({
      problem: { text: "fileIsNoJson|2|13" },
    });
    expect(
      await sendMessage("import-settings", {
        text: settingsFile({ settings: darkSettings, accounts: [{ origin: "x" }] }),
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
  grantedOptionalOrigins.add("http://127.0.0.1/*");
  expect(alarms.size).toBeGreaterThan(0);
  expect(await sendMessage("wipe")).toEqual({ ok: true, value: undefined });
  expect(await sendMessage("accounts")).toEqual({ ok: true, value: [] });
  expect(await sendMessage("lock-state")).toEqual({ ok: true, value: "none" });
  expect(await sendMessage("settings")).toMatchObject({ value: { settings: DEFAULT_SETTINGS } });
  expect([grantedOptionalOrigins.size, registeredScripts.size, sessionStorageValues.size]).toEqual([0, 0, 0]);
  expect([...localStorageValues.keys()]).toEqual(["site https://github.com"]);
});
