import { browser } from "wxt/browser";
import * as z from "zod/mini";
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

const flag = z.boolean();
const shortcut = z.string().check(z.maxLength(40), z.refine(isAllowedShortcut));
const theme = z.enum(THEMES);
const language = z.enum(["auto", ...LANGUAGES]);
const lockAfter = z.literal([...LOCK_AFTER]);

const defaults = DEFAULT_SETTINGS;

/** Settings of any version: missing and invalid values are replaced by their defaults. */
export const SettingsSchema: z.ZodMiniType<Settings> = z.object({
  controls: z.catch(
    z.object(recordOf(CONTROL_SWITCHES, (id) => z.catch(flag, defaults.controls[id]))),
    defaults.controls,
  ),
  shortcuts: z.catch(
    z
      .object(recordOf(CONTROL_IDS, (id) => z.catch(shortcut, defaults.shortcuts[id])))
      .check(z.refine((shortcuts) => reusedShortcut(shortcuts) === undefined)),
    defaults.shortcuts,
  ),
  theme: z.catch(theme, defaults.theme),
  language: z.catch(language, defaults.language),
  lockAfter: z.catch(lockAfter, defaults.lockAfter),
  reviews: z.catch(
    z.object(recordOf(REVIEW_ALERTS, (alert) => z.catch(flag, defaults.reviews[alert]))),
    defaults.reviews,
  ),
});

/** Some settings, as in an exported file. Invalid values are rejected. */
export const PartialSettingsSchema = z.object({
  controls: z.optional(z.object(recordOf(CONTROL_SWITCHES, () => z.optional(flag)))),
  shortcuts: z.optional(z.object(recordOf(CONTROL_IDS, () => z.optional(shortcut)))),
  theme: z.optional(theme),
  language: z.optional(language),
  lockAfter: z.optional(lockAfter),
  reviews: z.optional(z.object(recordOf(REVIEW_ALERTS, () => z.optional(flag)))),
});

/** Reads the user's settings. */
export async function readSettings(): Promise<Settings> {
  const parsed = z.safeParse(SettingsSchema, await (await openStateDatabase()).get("settings", "settings"));
  return parsed.success ? parsed.data : DEFAULT_SETTINGS;
}

export async function writeSettings(settings: Settings): Promise<void> {
  await (await openStateDatabase()).put("settings", settings, "settings");
}

const HostsSchema = z.optional(z.array(z.string()));
const ControlsOffSchema = z._default(z.array(z.enum(CONTROL_SWITCHES)), []);

/** Firefox's error if the administrator has not set a policy. */
const NO_POLICY = /managed storage manifest not found/i;

/** Number of attempts to read the policy. */
const MAX_POLICY_READS = 2;

/** Reads the administrator's policy. Invalid parts allow nothing, and a policy that cannot be read allows nothing. */
export async function readPolicy(): Promise<Policy> {
  const managed = await readManagedStorage();
  if (!managed) return { allowedHosts: [], controlsOff: CONTROL_SWITCHES, problem: "unreadable" };
  const allowedHosts = z.safeParse(HostsSchema, managed["allowedHosts"]);
  const controlsOff = z.safeParse(ControlsOffSchema, managed["controlsOff"]);
  return {
    allowedHosts: allowedHosts.success ? allowedHosts.data : [],
    controlsOff: controlsOff.success ? controlsOff.data : CONTROL_SWITCHES,
    ...(!(allowedHosts.success && controlsOff.success) && { problem: "invalid" }),
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
