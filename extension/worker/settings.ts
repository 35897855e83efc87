import { hasType, isObject, objectOf } from "@forgehand/core/schema";
import { browser } from "wxt/browser";
import { CONTROL_IDS } from "../model/controls.ts";
import { recordOf } from "../model/record-of.ts";
import { isAllowedShortcut, reusedShortcut } from "../model/shortcut-keys.ts";
import {
  CONTROL_SWITCHES,
  type ControlSwitch,
  DEFAULT_SETTINGS,
  LANGUAGES,
  LOCK_AFTER,
  type Policy,
  REVIEW_ALERTS,
  type Settings,
  THEMES,
} from "../settings.ts";
import { openStateDatabase } from "./state-database.ts";

const ShortcutSchema = {
  type: "checked",
  of: { type: "limited", of: "string", max: 40 },
  test: isAllowedShortcut,
  expected: "must be an allowed shortcut",
} as const;
const ThemeSchema = { type: "enum", values: THEMES } as const;
const LanguageSchema = { type: "enum", values: ["auto", ...LANGUAGES] } as const;
const LockAfterSchema = { type: "enum", values: LOCK_AFTER } as const;

/** Parses settings of any version: missing and invalid values are replaced by their defaults. */
export function parseSettings(stored: unknown): Settings {
  const { controls, shortcuts, theme, language, lockAfter, reviews } = asObject(stored);
  const defaults = DEFAULT_SETTINGS;
  return {
    controls: parseFlags(CONTROL_SWITCHES, controls, defaults.controls),
    shortcuts: parseShortcuts(shortcuts),
    theme: hasType(ThemeSchema, theme) ? theme : defaults.theme,
    language: hasType(LanguageSchema, language) ? language : defaults.language,
    lockAfter: hasType(LockAfterSchema, lockAfter) ? lockAfter : defaults.lockAfter,
    reviews: parseFlags(REVIEW_ALERTS, reviews, defaults.reviews),
  };
}

function parseShortcuts(stored: unknown): Settings["shortcuts"] {
  const given = asObject(stored);
  const shortcuts = recordOf(CONTROL_IDS, (id) => {
    const shortcut = given[id];
    return hasType(ShortcutSchema, shortcut) ? shortcut : DEFAULT_SETTINGS.shortcuts[id];
  });
  return reusedShortcut(shortcuts) === undefined ? shortcuts : DEFAULT_SETTINGS.shortcuts;
}

function parseFlags<K extends string>(
  names: readonly K[],
  stored: unknown,
  defaults: Readonly<Record<K, boolean>>,
): Record<K, boolean> {
  const given = asObject(stored);
  return recordOf(names, (name) => {
    const flag = given[name];
    return typeof flag === "boolean" ? flag : defaults[name];
  });
}

function asObject(value: unknown): Readonly<Record<string, unknown>> {
  return isObject(value) ? value : {};
}

const optionalFlag = { type: "optional", of: "boolean" } as const;
const optionalShortcut = { type: "optional", of: ShortcutSchema } as const;

/** Some settings, as in an exported file. */
export const PartialSettingsSchema = /* @__PURE__ */ objectOf({
  controls: { type: "optional", of: objectOf(recordOf(CONTROL_SWITCHES, () => optionalFlag)) },
  shortcuts: { type: "optional", of: objectOf(recordOf(CONTROL_IDS, () => optionalShortcut)) },
  theme: { type: "optional", of: ThemeSchema },
  language: { type: "optional", of: LanguageSchema },
  lockAfter: { type: "optional", of: LockAfterSchema },
  reviews: { type: "optional", of: objectOf(recordOf(REVIEW_ALERTS, () => optionalFlag)) },
});

/** Reads the user's settings. */
export async function readSettings(): Promise<Settings> {
  return parseSettings(await (await openStateDatabase()).get("settings", "settings"));
}

export async function writeSettings(settings: Settings): Promise<void> {
  await (await openStateDatabase()).put("settings", settings, "settings");
}

const HostsSchema = { type: "optional", of: { type: "array", of: "string" } } as const;
const ControlsOffSchema = { type: "array", of: { type: "enum", values: CONTROL_SWITCHES } } as const;

/** Firefox's error if the administrator has not set a policy. */
const NO_POLICY = /managed storage manifest not found/i;

/** Number of attempts to read the policy. */
const MAX_POLICY_READS = 2;

/** Reads the administrator's policy. Invalid parts allow nothing, and a policy that cannot be read allows nothing. */
export async function readPolicy(): Promise<Policy> {
  const managed = await readManagedStorage();
  if (!managed) return { allowedHosts: [], controlsOff: CONTROL_SWITCHES, problem: "unreadable" };
  const { allowedHosts, controlsOff = [] } = managed;
  const hasValidHosts = hasType(HostsSchema, allowedHosts);
  const hasValidControls = hasType(ControlsOffSchema, controlsOff);
  return {
    allowedHosts: hasValidHosts ? allowedHosts : [],
    controlsOff: hasValidControls ? controlsOff : CONTROL_SWITCHES,
    ...(!(hasValidHosts && hasValidControls) && { problem: "invalid" }),
  };
}

/** Reads the managed storage; undefined if that fails. It is empty in browsers without managed storage. */
async function readManagedStorage(): Promise<Readonly<Record<string, unknown>> | undefined> {
  // Safari has no managed storage.
  if (!("managed" in browser.storage && browser.storage.managed)) return {};
  for (let reads = 0; reads < MAX_POLICY_READS; reads += 1) {
    try {
      return await browser.storage.managed.get(null);
    } catch (error) {
      if (error instanceof Error && NO_POLICY.test(error.message)) return {};
      console.error("Could not read the policy:", error);
    }
  }
  return undefined;
}

/** Whether neither the user nor the administrator has turned off any of the controls. */
export async function areControlsEnabled(switches: readonly ControlSwitch[]): Promise<boolean> {
  const { controls } = await effectiveSettings();
  return switches.every((control) => controls[control]);
}

/** Returns the user's settings, overridden by the administrator's policy. */
export async function effectiveSettings(): Promise<Settings> {
  const [settings, { controlsOff }] = await Promise.all([readSettings(), readPolicy()]);
  const off = Object.fromEntries(controlsOff.map((control) => [control, false]));
  return { ...settings, controls: { ...settings.controls, ...off } };
}
