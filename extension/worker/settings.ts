import { browser } from "wxt/browser";
import * as z from "zod/mini";
import { CONTROL_IDS } from "../model/controls.ts";
import { recordOf } from "../model/record-of.ts";
import {
  CONTROL_SWITCHES,
  DEFAULT_SETTINGS,
  LANGUAGES,
  LOCK_AFTER,
  type Policy,
  type Settings,
  THEMES,
} from "../settings.ts";

const KEY = "settings";

const flag = z.boolean();
const shortcut = z.string().check(z.maxLength(40));
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
    z.object(recordOf(CONTROL_IDS, (id) => z.catch(shortcut, defaults.shortcuts[id]))),
    defaults.shortcuts,
  ),
  theme: z.catch(theme, defaults.theme),
  language: z.catch(language, defaults.language),
  lockAfter: z.catch(lockAfter, defaults.lockAfter),
});

/** Some settings, as in an exported file. Invalid values are rejected. */
export const PartialSettingsSchema = z.object({
  controls: z.optional(z.object(recordOf(CONTROL_SWITCHES, () => z.optional(flag)))),
  shortcuts: z.optional(z.object(recordOf(CONTROL_IDS, () => z.optional(shortcut)))),
  theme: z.optional(theme),
  language: z.optional(language),
  lockAfter: z.optional(lockAfter),
});

/** Reads the user's settings. */
export async function readSettings(): Promise<Settings> {
  const stored = await browser.storage.local.get<Record<string, unknown>>(KEY);
  const parsed = z.safeParse(SettingsSchema, stored[KEY]);
  return parsed.success ? parsed.data : DEFAULT_SETTINGS;
}

export async function writeSettings(settings: Settings): Promise<void> {
  await browser.storage.local.set({ [KEY]: settings });
}

const PolicySchema = z.object({
  // An invalid list allows no host rather than all.
  allowedHosts: z.catch(z.optional(z.array(z.string())), []),
  controlsOff: z.catch(z.array(z.string()), []),
});

/** Reads the administrator's policy. Browsers without managed storage have none. */
export async function readPolicy(): Promise<Policy> {
  const managed = await browser.storage.managed.get(null).catch(() => ({}));
  const { allowedHosts, controlsOff } = z.parse(PolicySchema, managed);
  return { allowedHosts, controlsOff: CONTROL_SWITCHES.filter((control) => controlsOff.includes(control)) };
}

/** Returns the user's settings, overridden by the administrator's policy. */
export async function effectiveSettings(): Promise<Settings> {
  const [settings, { controlsOff }] = await Promise.all([readSettings(), readPolicy()]);
  const off = Object.fromEntries(controlsOff.map((control) => [control, false]));
  return { ...settings, controls: { ...settings.controls, ...off } };
}
