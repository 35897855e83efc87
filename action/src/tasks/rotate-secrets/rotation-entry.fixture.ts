import { readInputs } from "../../settings/read-inputs.ts";
import type { SettingName } from "../../settings/values.ts";
import { type RotationEntry, readRotationEntry } from "./rotation-entry.ts";

/** Reads the entry that the given inputs make. */
export function entryOf(inputs: Partial<Record<SettingName, string>>): RotationEntry {
  const all = { secret: "DEPLOY_KEY", ...inputs };
  const named = Object.entries(all).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value]);
  return readRotationEntry(readInputs(Object.fromEntries(named), () => undefined));
}
