import "./browser.fixture.ts";
import { describe, expect, test } from "vitest";
import { DEFAULT_SETTINGS, type Settings } from "../settings.ts";
import { formatSettingsFile, parseSettingsFile } from "./settings-file.ts";

const alice = { origin: "https://github.com", login: "alice" };
const bob = { origin: "https://forge.example.com:8443", login: "bob" };
const current = { settings: DEFAULT_SETTINGS, accounts: [], policy: { controlsOff: [] } };
/** Keeps settings that protect tokens more than the file's. */
const KEEP = { allowWeaker: false };
const emptyPlan = { changes: [], weaker: [], added: [], existing: [], refused: [], unknown: [] };

const changed: Settings = {
  ...DEFAULT_SETTINGS,
  theme: "dark",
  controls: { ...DEFAULT_SETTINGS.controls, rows: false },
  shortcuts: { ...DEFAULT_SETTINGS.shortcuts, watch: "" },
};

const errorOf = (text: string) => {
  try {
    return parseSettingsFile(text, current, KEEP);
  } catch (error) {
    return error instanceof Error ? error.message : error;
  }
};

describe("a settings file", () => {
  test("is parsed into settings and a plan of the changes", () => {
    const text = formatSettingsFile(changed, [alice, bob]);
    const { settings, plan } = parseSettingsFile(text, current, KEEP);
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
    const reparsed = parseSettingsFile(
      text,
      { ...current, settings, accounts: [{ ...alice, login: "Alice" }, bob] },
      KEEP,
    );
    expect(reparsed.plan).toEqual({ ...emptyPlan, existing: [alice, bob] });
  });

  test("weakens the lock only if that is allowed separately", () => {
    const lockAfter = (from: Settings["lockAfter"], to: Settings["lockAfter"], allowWeaker: boolean) => {
      const text = JSON.stringify({ forgehand: 1, settings: { lockAfter: to, theme: "dark" } });
      const settings = { ...DEFAULT_SETTINGS, lockAfter: from };
      const parsed = parseSettingsFile(text, { ...current, settings }, { allowWeaker });
      expect(parsed.plan.changes).toContainEqual({ setting: "theme", from: "auto", to: "dark" });
      return { lockAfter: parsed.settings.lockAfter, weaker: parsed.plan.weaker };
    };
    for (const [from, to] of [
      [30, 0],
      [30, 60],
      [240, 0],
    ] as const) {
      const weaker = [{ setting: "lockAfter", from, to }];
      expect(lockAfter(from, to, false)).toEqual({ lockAfter: from, weaker });
      expect(lockAfter(from, to, true)).toEqual({ lockAfter: to, weaker });
    }
    for (const [from, to] of [
      [30, 15],
      [0, 240],
      [0, 0],
    ] as const) {
      expect(lockAfter(from, to, false)).toEqual({ lockAfter: to, weaker: [] });
    }
  });

  test("cannot set shortcuts that the settings page forbids", () => {
    const importedShortcuts = (shortcuts: object) => errorOf(JSON.stringify({ forgehand: 1, settings: { shortcuts } }));
    for (const keys of ["Enter", "S", "Shift+S", "Ctrl+C", "Ctrl+T", "F5", "Shift+Alt+S", "Alt+", "Alt+<b>"]) {
      expect(importedShortcuts({ star: keys }), keys).toBe("fileFieldIsWrong|settings.shortcuts.star");
    }
    // A shortcut that another control has, in the file or in the current settings.
    expect(importedShortcuts({ star: "Alt+K", watch: "Alt+K" })).toBe("fileFieldIsWrong|settings.shortcuts.star");
    expect(importedShortcuts({ star: "Alt+Shift+W" })).toBe("fileFieldIsWrong|settings.shortcuts.star");
    expect(importedShortcuts({ star: "Alt+Shift+W", watch: "Alt+Shift+S" })).toMatchObject({
      plan: { changes: [{ to: "Alt+Shift+W" }, { to: "Alt+Shift+S" }] },
    });
    expect(importedShortcuts({ star: "", watch: "" })).toMatchObject({ plan: { changes: [{ to: "" }, { to: "" }] } });
  });

  test("contains no token", () => {
    const account = { ...alice, token: "ghp_secret", apiUrl: "https://api.github.com" };
    expect(formatSettingsFile(changed, [account])).not.toMatch(/ghp_|token|apiUrl/);
  });

  test("changes only the settings in it and reports fields of newer versions", () => {
    const text = JSON.stringify({ forgehand: 1, settings: { theme: "light", sounds: true }, news: [] });
    const { settings, plan } = parseSettingsFile(text, { ...current, settings: changed }, KEEP);
    expect(settings).toEqual({ ...changed, theme: "light" });
    expect(plan.unknown).toEqual(["settings.sounds", "news"]);
  });

  test("reports unknown fields, including names of object prototypes", () => {
    const { plan } = parseSettingsFile(
      '{ "forgehand": 1, "constructor": {}, "__proto__": { "theme": "dark" } }',
      current,
      KEEP,
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
    const { plan } = parseSettingsFile(JSON.stringify({ forgehand: 1, accounts: [account] }), current, KEEP);
    expect(plan.added).toEqual([alice]);
  });

  test("leaves out hosts that an administrator does not allow, and duplicates", () => {
    const policy = { allowedHosts: ["github.com"], controlsOff: [] };
    const { plan } = parseSettingsFile(formatSettingsFile(changed, [alice, bob, alice]), { ...current, policy }, KEEP);
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
      '{ "forgehand": 1, "accounts": [{ "origin": "https://github.com", "login": "alice\\u202etoor" }] }',
      "fileFieldIsWrong|accounts.0.login",
    ],
    [
      '{ "forgehand": 1, "accounts": [{ "origin": "https://forge.example.com.", "login": "alice" }] }',
      "fileFieldIsWrong|accounts.0.origin",
    ],
  ])("%j is rejected with the position of the error", (text, sentence) => {
    expect(errorOf(text)).toBe(sentence);
  });
});
