import "fake-indexeddb/auto";
import "../browser.fixture.ts";
import { test } from "@forgehand/emulator/vitest";
import { beforeEach, describe, expect } from "vitest";
import { DEFAULT_SETTINGS } from "../../settings.ts";
import { alarms, given, local, registered, session } from "../browser.fixture.ts";
import { beginAnew, OWN, signIn } from "./asked.fixture.ts";
import { serve } from "./serve.ts";

beforeEach(beginAnew);

const ask = (type: string, more: object = {}) => serve({ type, ...more }, OWN);
const dark = { ...DEFAULT_SETTINGS, theme: "dark" };

test("settings are kept, and pages follow them", async ({ emulator }) => {
  await signIn(emulator);
  expect(await ask("save-settings", { settings: dark })).toMatchObject({ ok: true, value: { settings: dark } });
  expect(await ask("settings")).toMatchObject({ value: { settings: dark, policy: { controlsOff: [] } } });
  expect(local.get(`site ${emulator.webUrl}`)).toMatchObject({ theme: "dark", login: "alice" });
});

describe("a file with settings and accounts", () => {
  const file = (more: object) => JSON.stringify({ forgehand: 1, ...more });

  test("has no token in it, and plants elsewhere what it says", async ({ emulator }) => {
    await signIn(emulator);
    await ask("save-settings", { settings: dark });
    const exported = await ask("export-settings");
    expect(exported).toMatchObject({
      value: { name: expect.stringMatching(/^forgehand-settings-\d{4}-\d\d-\d\d\.json$/) },
    });
    const text = file({ settings: dark, accounts: [{ origin: emulator.webUrl, login: "alice" }] });
    expect(exported).toMatchObject({ value: { text: `${JSON.stringify(JSON.parse(text), null, 2)}\n` } });
    await beginAnew();
    const plan = {
      changes: [{ setting: "theme", from: DEFAULT_SETTINGS.theme, to: "dark" }],
      ...{ added: [{ origin: emulator.webUrl, login: "alice" }], there: [], refused: [], unknown: [] },
    };
    expect(await ask("plan-import", { text })).toEqual({ ok: true, value: plan });
    expect(await ask("settings")).toMatchObject({ value: { settings: DEFAULT_SETTINGS } });
    expect(await ask("import-settings", { text })).toEqual({ ok: true, value: plan });
    expect(await ask("settings")).toMatchObject({ value: { settings: dark } });
    expect(await ask("accounts")).toMatchObject({ value: [{ login: "alice", state: "no token" }] });
  });

  test("that can't be read changes nothing, and says where it is wrong", async () => {
    expect(await ask("import-settings", { text: '{\n"forgehand" 1}' })).toMatchObject({
      problem: { text: "fileIsNoJson|2|13" },
    });
    expect(await ask("import-settings", { text: file({ settings: dark, accounts: [{ origin: "x" }] }) })).toMatchObject(
      {
        problem: { text: "fileFieldIsWrong|accounts.0.origin" },
      },
    );
    expect(await ask("settings")).toMatchObject({ value: { settings: DEFAULT_SETTINGS } });
  });
});

test("all is taken away, as if Forgehand had just been installed", async ({ emulator }) => {
  await signIn(emulator);
  await ask("save-settings", { settings: dark });
  await ask("set-passphrase", { passphrase: "a long passphrase" });
  await ask("lists-refresh", { account: `alice ${emulator.webUrl}` });
  given.add("http://127.0.0.1/*");
  expect(alarms.size).toBeGreaterThan(0);
  expect(await ask("wipe")).toEqual({ ok: true, value: undefined });
  expect(await ask("accounts")).toEqual({ ok: true, value: [] });
  expect(await ask("lock")).toEqual({ ok: true, value: "none" });
  expect(await ask("settings")).toMatchObject({ value: { settings: DEFAULT_SETTINGS } });
  expect([given.size, registered.size, session.size]).toEqual([0, 0, 0]);
  expect([...local.keys()]).toEqual(["site https://github.com"]);
});
