import "fake-indexeddb/auto";
import "./browser.fixture.ts";
import fc from "fast-check";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { browser } from "wxt/browser";
import { CONTROL_SWITCHES, DEFAULT_SETTINGS, LANGUAGES, LOCK_AFTER, type Settings, THEMES } from "../settings.ts";
import { managedStorageErrors, resetBrowser, setManagedPolicy } from "./browser.fixture.ts";
import { effectiveSettings, readPolicy, readSettings, writeSettings } from "./settings.ts";
import { resetState, storeRawSettings } from "./state.fixture.ts";

beforeEach(async () => {
  resetBrowser();
  await resetState();
});

const modifiers = fc.constantFrom("Ctrl+Alt+", "Alt+", "Alt+Shift+", "Ctrl+Alt+Shift+Meta+");
const shortcutsOf = (keys: readonly string[]) =>
  modifiers.map((pressed) => {
    const [star = "", watch = "", reviews = ""] = keys.map((key) => (key === "" ? "" : `${pressed}${key}`));
    return { star, watch, "review-request": reviews };
  });
const shortcuts = fc
  .uniqueArray(fc.constantFrom("", "S", "7", "F8", "Enter", "ArrowUp", "BracketLeft"), { minLength: 3, maxLength: 3 })
  .chain(shortcutsOf);

const anySettings: fc.Arbitrary<Settings> = fc.record({
  controls: fc.record({ star: fc.boolean(), watch: fc.boolean(), "review-request": fc.boolean(), rows: fc.boolean() }),
  shortcuts,
  theme: fc.constantFrom(...THEMES),
  language: fc.constantFrom("auto", ...LANGUAGES),
  lockAfter: fc.constantFrom(...LOCK_AFTER),
  reviews: fc.record({ badge: fc.boolean(), notifications: fc.boolean() }),
});

describe("settings", () => {
  test("can be read back after writing", async () => {
    await fc.assert(
      fc.asyncProperty(anySettings, async (settings) => {
        await writeSettings(settings);
        expect(await readSettings()).toEqual(settings);
      }),
    );
  });

  test("fall back to defaults for invalid values and keep the valid ones", async () => {
    await storeRawSettings({
      theme: "dark",
      language: "tlh",
      controls: { star: false, watch: "yes" },
      future: 1,
    });
    expect(await readSettings()).toEqual({
      ...DEFAULT_SETTINGS,
      theme: "dark",
      controls: { ...DEFAULT_SETTINGS.controls, star: false },
    });
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (value) => {
        await storeRawSettings(value);
        expect(Object.keys(await readSettings())).toEqual(Object.keys(DEFAULT_SETTINGS));
      }),
    );
  });
});

describe("shortcuts", () => {
  const storedShortcuts = async (shortcuts: object) => {
    await storeRawSettings({ shortcuts: { ...DEFAULT_SETTINGS.shortcuts, ...shortcuts } });
    return (await readSettings()).shortcuts;
  };

  test("that would act on ordinary key presses are replaced by the defaults", async () => {
    for (const keys of ["Enter", "S", "Shift+S", "Ctrl+C", "Alt+", "Shift+Alt+S"]) {
      expect(await storedShortcuts({ star: keys, watch: "Alt+K" })).toEqual({
        ...DEFAULT_SETTINGS.shortcuts,
        watch: "Alt+K",
      });
    }
  });

  test("that several controls have are replaced by the defaults", async () => {
    for (const shortcuts of [
      { star: "Alt+K", watch: "Alt+K" },
      { star: "Enter", watch: "Alt+Shift+S" },
    ]) {
      expect(await storedShortcuts(shortcuts)).toEqual(DEFAULT_SETTINGS.shortcuts);
    }
    expect(await storedShortcuts({ star: "", watch: "" })).toMatchObject({ star: "", watch: "" });
  });
});

describe("an administrator's policy", () => {
  test("is empty if nothing is managed", async () => {
    expect(await readPolicy()).toEqual({ allowedHosts: undefined, controlsOff: [] });
  });

  test("disables controls regardless of the user's settings", async () => {
    await writeSettings(DEFAULT_SETTINGS);
    setManagedPolicy({ controlsOff: ["watch", "rows"] });
    expect((await readPolicy()).controlsOff).toEqual(["watch", "rows"]);
    const { controls } = await effectiveSettings();
    expect(CONTROL_SWITCHES.filter((control) => controls[control])).toEqual(["star", "review-request"]);
    expect((await readSettings()).controls.watch).toBe(true);
  });

  test("allows no host if its list of hosts is invalid", async () => {
    for (const allowedHosts of ["forge.example.com", ["forge.example.com", 1], null]) {
      setManagedPolicy({ allowedHosts });
      expect(await readPolicy()).toEqual({ allowedHosts: [], controlsOff: [], problem: "invalid" });
    }
    setManagedPolicy({ allowedHosts: ["forge.example.com"] });
    expect(await readPolicy()).toEqual({ allowedHosts: ["forge.example.com"], controlsOff: [] });
  });

  test("disables all controls if its list of controls is invalid", async () => {
    for (const controlsOff of ["star", ["star", 1], ["star", "no such control"], { star: true }, null]) {
      setManagedPolicy({ controlsOff });
      expect(await readPolicy()).toEqual({ controlsOff: CONTROL_SWITCHES, problem: "invalid" });
      expect(Object.values((await effectiveSettings()).controls)).toEqual(CONTROL_SWITCHES.map(() => false));
    }
  });

  test("that cannot be read allows nothing, unless a second attempt succeeds", async () => {
    setManagedPolicy({ controlsOff: ["star"] });
    const failure = new Error("The storage is corrupt.");
    managedStorageErrors.push(failure, failure);
    expect(await readPolicy()).toEqual({ allowedHosts: [], controlsOff: CONTROL_SWITCHES, problem: "unreadable" });
    managedStorageErrors.push(failure);
    expect(await readPolicy()).toEqual({ controlsOff: ["star"] });
  });

  test("does not exist if the browser reports that nothing is managed, or has no managed storage", async () => {
    managedStorageErrors.push(new Error("Managed storage manifest not found"));
    expect(await readPolicy()).toEqual({ controlsOff: [] });
    const { managed } = browser.storage;
    Object.assign(browser.storage, { managed: undefined });
    onTestFinished(() => void Object.assign(browser.storage, { managed }));
    expect(await readPolicy()).toEqual({ controlsOff: [] });
  });
});
