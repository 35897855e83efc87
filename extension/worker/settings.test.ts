import "./browser.fixture.ts";
import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import { CONTROL_SWITCHES, DEFAULT_SETTINGS, LANGUAGES, LOCK_AFTER, type Settings, THEMES } from "../settings.ts";
import { local, manage, resetBrowser } from "./browser.fixture.ts";
import { readPolicy, readSettings, settingsInForce, writeSettings } from "./settings.ts";

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
  test("are read as they were written", async () => {
    await fc.assert(
      fc.asyncProperty(anySettings, async (settings) => {
        await writeSettings(settings);
        expect(await readSettings()).toEqual(settings);
      }),
    );
  });

  test("of another version, or broken, are the usual where they can't be read, and stay where they can", async () => {
    local.set("settings", { theme: "dark", language: "tlh", controls: { star: false, watch: "yes" }, future: 1 });
    expect(await readSettings()).toEqual({
      ...DEFAULT_SETTINGS,
      theme: "dark",
      controls: { ...DEFAULT_SETTINGS.controls, star: false },
    });
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (value) => {
        local.set("settings", value);
        expect(Object.keys(await readSettings())).toEqual(Object.keys(DEFAULT_SETTINGS));
      }),
    );
  });
});

describe("an administrator", () => {
  test("decides nothing where nothing is managed", async () => {
    expect(await readPolicy()).toEqual({ allowedHosts: undefined, controlsOff: [] });
  });

  test("switches controls off, whatever somebody chose", async () => {
    await writeSettings(DEFAULT_SETTINGS);
    manage({ controlsOff: ["watch", "rows", "no such control"] });
    expect((await readPolicy()).controlsOff).toEqual(["watch", "rows"]);
    const { controls } = await settingsInForce();
    expect(CONTROL_SWITCHES.filter((control) => controls[control])).toEqual(["star", "review-request"]);
    expect((await readSettings()).controls.watch).toBe(true);
  });

  test("whose list of hosts can't be read allows none: better too little than too much", async () => {
    manage({ allowedHosts: "forge.example.com" });
    expect((await readPolicy()).allowedHosts).toEqual([]);
    manage({ allowedHosts: ["forge.example.com"] });
    expect((await readPolicy()).allowedHosts).toEqual(["forge.example.com"]);
  });
});
