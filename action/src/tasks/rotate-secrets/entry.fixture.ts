import { readInputs } from "../../settings/inputs.ts";
import type { SettingName } from "../../settings/values.ts";
import { type Entry, readEntry } from "./entry.ts";

/** The entry that a step's inputs make. */
export function entryOf(inputs: Partial<Record<SettingName, string>>): Entry {
  const all = { secret: "DEPLOY_KEY", ...inputs };
  const named = Object.entries(all).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value]);
  return readEntry(readInputs(Object.fromEntries(named), () => undefined));
}
