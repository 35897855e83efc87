import { browser } from "wxt/browser";
import * as z from "zod/mini";
import { CONTROL_SWITCHES, DEFAULT_SETTINGS, LANGUAGES, type Policy, type Settings, THEMES } from "../settings.ts";

const KEY = "settings";

const Shortcut = z.string().check(z.maxLength(40));

/** The settings, with the usual in place of what is not there or not right: an older or a newer version wrote them. */
export const SettingsSchema: z.ZodMiniType<Settings> = z.object({
  controls: z.object({
    star: z.catch(z.boolean(), DEFAULT_SETTINGS.controls.star),
    watch: z.catch(z.boolean(), DEFAULT_SETTINGS.controls.watch),
    "review-request": z.catch(z.boolean(), DEFAULT_SETTINGS.controls["review-request"]),
    rows: z.catch(z.boolean(), DEFAULT_SETTINGS.controls.rows),
  }),
  shortcuts: z.object({
    star: z.catch(Shortcut, DEFAULT_SETTINGS.shortcuts.star),
    watch: z.catch(Shortcut, DEFAULT_SETTINGS.shortcuts.watch),
    "review-request": z.catch(Shortcut, DEFAULT_SETTINGS.shortcuts["review-request"]),
  }),
  theme: z.catch(z.enum(THEMES), DEFAULT_SETTINGS.theme),
  language: z.catch(z.enum(["auto", ...LANGUAGES]), DEFAULT_SETTINGS.language),
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
  allowedHosts: z.optional(z.array(z.string())),
  controlsOff: z.catch(z.array(z.enum(CONTROL_SWITCHES)), []),
});

/** What an administrator decided. Browsers without managed storage have none. */
export async function readPolicy(): Promise<Policy> {
  const managed = await browser.storage.managed.get(null).catch(() => ({}));
  const read = z.safeParse(PolicySchema, managed);
  return read.success ? read.data : { controlsOff: [] };
}

/** The settings that hold: an administrator's word counts more. */
export async function settingsInForce(): Promise<Settings> {
  const [settings, { controlsOff }] = await Promise.all([readSettings(), readPolicy()]);
  const off = Object.fromEntries(controlsOff.map((control) => [control, false]));
  return { ...settings, controls: { ...settings.controls, ...off } };
}
