import { settingsOf } from "../../settings/text-settings.fixture.ts";
import type { SettingName } from "../../settings/values.ts";
import { type RotationEntry, readRotationEntry } from "./rotation-entry.ts";

/** Reads an entry from inputs; its secret is DEPLOY_KEY by default. */
export function entryOf(inputs: Partial<Record<SettingName, string>>): RotationEntry {
  return readRotationEntry(settingsOf({ secret: "DEPLOY_KEY", ...inputs }));
}
