import "../browser.fixture.ts";
import { describe, expect, test } from "vitest";
import { DEFAULT_SETTINGS, type Settings } from "../../settings.ts";
import { formatSettingsFile, parseSettingsFile } from "./settings-file.ts";

const alice = { origin: "https://github.com", login: "alice" };
const bob = { origin: "https://forge.example.com:8443", login: "bob" };
const current = { settings: DEFAULT_SETTINGS, accounts: [], policy: { controlsOff: [] } };
const emptyPlan = { changes: [], added: [], existing: [], refused: [], unknown: [] };

const changed: Settings = {
  ...DEFAULT_SETTINGS,
  theme: "dark",
  controls: { ...DEFAULT_SETTINGS.controls, rows: false },
  shortcuts: { ...DEFAULT_SETTINGS.shortcuts, watch: "" },
};

const errorOf = (text: string) => {
  try {
    return parseSettingsFile(text, current);
  } catch (error) {
    return error instanceof Error ? error.message : error;
  }
};

describe("a settings file", () => {
  test("is parsed into settings and a plan of the changes", () => {
    const text = formatSettingsFile(changed, [alice, bob]);
    const { settings, plan } = parseSettingsFile(text, current);
    expect(settings).toEqual(changed);
    expect(plan).toEqual({
      ...emptyPlan,
      added: [alice, bob],
      changes: [
        { setting: "controls.rows", from: true, to: false },
        { setting: "shortcuts.watch", from: "Alt+Shift+W", to: "" },
        { setting: "theme", from: "auto", to: "dark" },
      ],
    });
    const reparsed = parseSettingsFile(text, { ...current, settings, accounts: [{ ...alice, login: "Alice" }, bob] });
    expect(reparsed.plan).toEqual({ ...emptyPlan, existing: [alice, bob] });
  });

  test("contains no token", () => {
    const account = { ...alice, token: "ghp_secret", apiUrl: "https://api.github.com" };
    expect(formatSettingsFile(changed, [account])).not.toMatch(/ghp_|token|apiUrl/);
  });

  test("changes only the settings in it and reports fields of newer versions", () => {
    const text = JSON.stringify({ forgehand: 1, settings: { theme: "light", sounds: true }, news: [] });
    const { settings, plan } = parseSettingsFile(text, { ...current, settings: changed });
    expect(settings).toEqual({ ...changed, theme: "light" });
    expect(plan.unknown).toEqual(["settings.sounds", "news"]);
  });

  test("reports unknown fields, including names of object prototypes", () => {
    const { plan } = parseSettingsFile(
      '{ "forgehand": 1, "constructor": {}, "__proto__": { "theme": "dark" } }',
      current,
    );
    expect(plan).toEqual({ ...emptyPlan, unknown: ["constructor", "__proto__"] });
  });

  test("has a maximum number of accounts", () => {
    const accounts = Array.from({ length: 1001 }, (_, index) => ({ ...alice, login: `alice${index}` }));
    expect(errorOf(formatSettingsFile(changed, accounts))).toBe("fileFieldIsWrong|accounts");
    expect(errorOf(formatSettingsFile(changed, accounts.slice(1)))).toMatchObject({ plan: { existing: [] } });
  });

  test("cannot set the API address", () => {
    const account = { ...alice, apiUrl: "https://evil.example.com" };
    const { plan } = parseSettingsFile(JSON.stringify({ forgehand: 1, accounts: [account] }), current);
    expect(plan.added).toEqual([alice]);
  });

  test("leaves out hosts that an administrator does not allow, and duplicates", () => {
    const policy = { allowedHosts: ["github.com"], controlsOff: [] };
    const { plan } = parseSettingsFile(formatSettingsFile(changed, [alice, bob, alice]), { ...current, policy });
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
  ])("%j is rejected with the position of the error", (text, sentence) => {
    expect(errorOf(text)).toBe(sentence);
  });
});
