import "./browser.fixture.ts";
import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import { CONTROL_SWITCHES, DEFAULT_SETTINGS, LANGUAGES, LOCK_AFTER, type Settings, THEMES } from "../settings.ts";
import { localStorageValues, resetBrowser, setManagedPolicy } from "./browser.fixture.ts";
import { effectiveSettings, readPolicy, readSettings, writeSettings } from "./settings.ts";

beforeEach(resetBrowser);

const shortcut = fc.string({ maxLength: 40 });

const anySettings: fc.Arbitrary<Settings> = fc.record({
  controls: fc.record({ star: fc.boolean(), watch: fc.boolean(), "review-request": fc.boolean(), rows: fc.boolean() }),
  shortcuts: fc.record({ star: shortcut, watch: shortcut, "review-request": shortcut }),
  theme: fc.constantFrom(...THEMES),
  language: fc.constantFrom("auto", ...LANGUAGES),
  lockAfter: fc.constantFrom(...LOCK_AFTER),
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
    localStorageValues.set("settings", {
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
        localStorageValues.set("settings", value);
        expect(Object.keys(await readSettings())).toEqual(Object.keys(DEFAULT_SETTINGS));
      }),
    );
  });
});

describe("an administrator's policy", () => {
  test("is empty if nothing is managed", async () => {
    expect(await readPolicy()).toEqual({ allowedHosts: undefined, controlsOff: [] });
  });

  test("disables controls regardless of the user's settings", async () => {
    await writeSettings(DEFAULT_SETTINGS);
    setManagedPolicy({ controlsOff: ["watch", "rows", "no such control"] });
    expect((await readPolicy()).controlsOff).toEqual(["watch", "rows"]);
    const { controls } = await effectiveSettings();
    expect(CONTROL_SWITCHES.filter((control) => controls[control])).toEqual(["star", "review-request"]);
    expect((await readSettings()).controls.watch).toBe(true);
  });

  test("allows no host if its list of hosts is invalid", async () => {
    setManagedPolicy({ allowedHosts: "forge.example.com" });
    expect((await readPolicy()).allowedHosts).toEqual([]);
    setManagedPolicy({ allowedHosts: ["forge.example.com"] });
    expect((await readPolicy()).allowedHosts).toEqual(["forge.example.com"]);
  });
});
