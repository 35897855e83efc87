import type { SettingName } from "../../settings/settings.ts";
import { settingsOf } from "../../settings/text-settings.fixture.ts";
import { isWebhookEntry, readRotationEntries, type SecretEntry } from "./rotation-entry.ts";

/** Reads an entry from inputs; its secret is DEPLOY_KEY by default. */
export function entryOf(inputs: Partial<Record<SettingName, string>>): SecretEntry {
  const [entry, ...others] = readRotationEntries(settingsOf({ secret: "DEPLOY_KEY", ...inputs }));
  if (!entry || isWebhookEntry(entry) || others.length > 0) throw new Error("The settings must name one secret.");
  return entry;
}
