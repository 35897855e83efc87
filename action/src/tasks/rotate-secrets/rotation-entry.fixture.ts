import { readInputs } from "../../settings/read-inputs.ts";
import type { SettingName } from "../../settings/values.ts";
import { type RotationEntry, readRotationEntry } from "./rotation-entry.ts";

/** Reads an entry from inputs; its secret is DEPLOY_KEY by default. */
export function entryOf(inputs: Partial<Record<SettingName, string>>): RotationEntry {
  const allInputs = { secret: "DEPLOY_KEY", ...inputs };
  const variables = Object.entries(allInputs).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value]);
  return readRotationEntry(readInputs(Object.fromEntries(variables), () => undefined));
}
