import * as z from "zod/mini";
import type { SettingAsks } from "../../messages/settings.ts";
import { readPolicy, readSettings, SettingsSchema, writeSettings } from "../settings.ts";
import { settleSites } from "../sites.ts";
import { type Handlers, handler } from "./handler.ts";

/** What the extension's own pages ask about settings. */
export const SETTING_HANDLERS: Handlers<Omit<SettingAsks, "wipe">> = {
  settings: answer,
  "save-settings": handler<"save-settings">(z.object({ settings: SettingsSchema }), async ({ settings }) => {
    await writeSettings(settings);
    await settleSites();
    return answer();
  }),
};

async function answer() {
  return { settings: await readSettings(), policy: await readPolicy() };
}
