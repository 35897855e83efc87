import "../browser.fixture.ts";
import { describe, expect, test } from "vitest";
import { DEFAULT_SETTINGS, type Settings } from "../../settings.ts";
import { readBackup, writeBackup } from "./backup.ts";

const alice = { origin: "https://github.com", login: "alice" };
const bob = { origin: "https://forge.example.com:8443", login: "bob" };
const now = { settings: DEFAULT_SETTINGS, accounts: [], policy: { controlsOff: [] } };
const nothing = { changes: [], added: [], there: [], refused: [], unknown: [] };

const changed: Settings = {
  ...DEFAULT_SETTINGS,
  theme: "dark",
  controls: { ...DEFAULT_SETTINGS.controls, rows: false },
  shortcuts: { ...DEFAULT_SETTINGS.shortcuts, watch: "" },
};

const refusal = (text: string) => {
  try {
    return readBackup(text, now);
  } catch (error) {
    return error instanceof Error ? error.message : error;
  }
};

describe("settings as a file", () => {
  test("come back as they were, and say before what they would do", () => {
    const text = writeBackup(changed, [alice, bob]);
    const { settings, plan } = readBackup(text, now);
    expect(settings).toEqual(changed);
    expect(plan).toEqual({
      ...nothing,
      added: [alice, bob],
      changes: [
        { setting: "controls.rows", from: true, to: false },
        { setting: "shortcuts.watch", from: "Alt+Shift+W", to: "" },
        { setting: "theme", from: "auto", to: "dark" },
      ],
    });
    const again = readBackup(text, { ...now, settings, accounts: [{ ...alice, login: "Alice" }, bob] });
    expect(again.plan).toEqual({ ...nothing, there: [alice, bob] });
  });

  test("hold no token, whatever is known of an account", () => {
    const known = { ...alice, token: "ghp_secret", apiUrl: "https://api.github.com" };
    expect(writeBackup(changed, [known])).not.toMatch(/ghp_|token|apiUrl/);
  });

  test("change only what is in them, and pass over what a newer version wrote", () => {
    const text = JSON.stringify({ forgehand: 1, settings: { theme: "light", sounds: true }, news: [] });
    const { settings, plan } = readBackup(text, { ...now, settings: changed });
    expect(settings).toEqual({ ...changed, theme: "light" });
    expect(plan.unknown).toEqual(["settings.sounds", "news"]);
  });

  test("tell of every name that they don't know, also where all objects have one", () => {
    const { plan } = readBackup('{ "forgehand": 1, "constructor": {}, "__proto__": { "theme": "dark" } }', now);
    expect(plan).toEqual({ ...nothing, unknown: ["constructor", "__proto__"] });
  });

  test("have as many accounts as somebody could have: more would keep the worker busy", () => {
    const accounts = Array.from({ length: 1001 }, (_, index) => ({ ...alice, login: `alice${index}` }));
    expect(refusal(writeBackup(changed, accounts))).toBe("fileFieldIsWrong|accounts");
    expect(refusal(writeBackup(changed, accounts.slice(1)))).toMatchObject({ plan: { there: [] } });
  });

  test("don't decide where tokens go: the API's address follows from the host", () => {
    const account = { ...alice, apiUrl: "https://evil.example.com" };
    const { plan } = readBackup(JSON.stringify({ forgehand: 1, accounts: [account] }), now);
    expect(plan.added).toEqual([alice]);
  });

  test("leave out hosts that an administrator doesn't allow, and what is in them twice", () => {
    const policy = { allowedHosts: ["github.com"], controlsOff: [] };
    const { plan } = readBackup(writeBackup(changed, [alice, bob, alice]), { ...now, policy });
    expect([plan.added, plan.refused]).toEqual([[alice], [bob]]);
  });

  test.each([
    ["", "fileIsNoJson|1|1"],
    ['{\n  "forgehand": 1,\n  "settings": {,}\n}', "fileIsNoJson|3|16"],
    ["[]", "fileIsOther"],
    ["null", "fileIsOther"],
    ['{ "theme": "dark" }', "fileIsOther"],
    ['{ "forgehand": 2 }', "fileIsNewer"],
    ['{ "forgehand": 1, "settings": { "theme": "pink" } }', "fileFieldIsWrong|settings.theme"],
    ['{ "forgehand": 1, "settings": { "controls": { "star": "on" } } }', "fileFieldIsWrong|settings.controls.star"],
    ['{ "forgehand": 1, "accounts": [{ "origin": "https://github.com" }] }', "fileFieldIsWrong|accounts.0.login"],
    [
      '{ "forgehand": 1, "accounts": [{ "origin": "http://forge.example.com", "login": "alice" }] }',
      "fileFieldIsWrong|accounts.0.origin",
    ],
  ])("%j says what is wrong with it, and where", (text, sentence) => {
    expect(refusal(text)).toBe(sentence);
  });
});
