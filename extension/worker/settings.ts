import { browser } from "wxt/browser";
import * as z from "zod/mini";
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

/** What each setting can be. */
const on = z.boolean();
const shortcut = z.string().check(z.maxLength(40));
const theme = z.enum(THEMES);
const language = z.enum(["auto", ...LANGUAGES]);
const lockAfter = z.literal([...LOCK_AFTER]);

const usual = DEFAULT_SETTINGS;

/** The settings, with the usual in place of what is not there or not right: an older or a newer version wrote them. */
export const SettingsSchema: z.ZodMiniType<Settings> = z.object({
  controls: z.catch(
    z.object({
      star: z.catch(on, usual.controls.star),
      watch: z.catch(on, usual.controls.watch),
      "review-request": z.catch(on, usual.controls["review-request"]),
      rows: z.catch(on, usual.controls.rows),
    }),
    usual.controls,
  ),
  shortcuts: z.catch(
    z.object({
      star: z.catch(shortcut, usual.shortcuts.star),
      watch: z.catch(shortcut, usual.shortcuts.watch),
      "review-request": z.catch(shortcut, usual.shortcuts["review-request"]),
    }),
    usual.shortcuts,
  ),
  theme: z.catch(theme, usual.theme),
  language: z.catch(language, usual.language),
  lockAfter: z.catch(lockAfter, usual.lockAfter),
});

/** Some settings, as a file has them: what is there is right, or refused. */
export const SomeSettingsSchema = z.object({
  controls: z.optional(
    z.object({
      star: z.optional(on),
      watch: z.optional(on),
      "review-request": z.optional(on),
      rows: z.optional(on),
    }),
  ),
  shortcuts: z.optional(
    z.object({
      star: z.optional(shortcut),
      watch: z.optional(shortcut),
      "review-request": z.optional(shortcut),
    }),
  ),
  theme: z.optional(theme),
  language: z.optional(language),
  lockAfter: z.optional(lockAfter),
});

/** What the person chose. */
export async function readSettings(): Promise<Settings> {
  const stored = await browser.storage.local.get<Record<string, unknown>>(KEY);
  const read = z.safeParse(SettingsSchema, stored[KEY]);
  return read.success ? read.data : DEFAULT_SETTINGS;
}

export async function writeSettings(settings: Settings): Promise<void> {
  await browser.storage.local.set({ [KEY]: settings });
}

const PolicySchema = z.object({
  // A list that can't be read lets nothing in rather than everything.
  allowedHosts: z.catch(z.optional(z.array(z.string())), []),
  controlsOff: z.catch(z.array(z.string()), []),
});

/** What an administrator decided. Browsers without managed storage have none. */
export async function readPolicy(): Promise<Policy> {
  const managed = await browser.storage.managed.get(null).catch(() => ({}));
  const { allowedHosts, controlsOff } = z.parse(PolicySchema, managed);
  return { allowedHosts, controlsOff: CONTROL_SWITCHES.filter((control) => controlsOff.includes(control)) };
}

/** The settings that hold: an administrator's word counts more. */
export async function settingsInForce(): Promise<Settings> {
  const [settings, { controlsOff }] = await Promise.all([readSettings(), readPolicy()]);
  const off = Object.fromEntries(controlsOff.map((control) => [control, false]));
  return { ...settings, controls: { ...settings.controls, ...off } };
}
