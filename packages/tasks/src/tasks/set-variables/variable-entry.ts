import { DIALECTS } from "@forgehand/core/dialects";
import type { Problem } from "../../problem.ts";
import type { Settings } from "../../settings/create-settings.ts";
import type { SettingName } from "../../settings/settings.ts";
import { type AccessSettings, readAccessSettings } from "../../stores/access/access-settings.ts";
import { type PruneMatcher, readPrune } from "../../stores/prune.ts";
import { readLocation, type StoreLocation } from "../../stores/store-location.ts";
import type { VariableKind } from "./config-variables.ts";

/** One variable to set, in all of its targets. */
export interface VariableEntry {
  readonly name: string;
  readonly value: string;
  readonly location: StoreLocation<VariableKind>;
  readonly access: AccessSettings;
  /** Matches names of variables to delete from its scopes if no entry declares them. */
  readonly prune: readonly PruneMatcher[];
  /** Creates a problem with one of its settings. */
  readonly problem: (name: SettingName, problem: string) => Problem;
}

/** Maximum size of a variable, in bytes. */
const MAX_VARIABLE_SIZE = 48 * 1024;

/**
 * Reads one entry for each variable that the settings name. They share the other settings.
 * @throws Problem
 */
export function readVariableEntries(settings: Settings): readonly VariableEntry[] {
  const location = readLocation(settings, readVariableKind(settings), "variable");
  const access = readAccessSettings(settings, location, "variable");
  const prune = readPrune(settings);
  const { reservedNamePrefix } = DIALECTS[settings.required("dialect")];
  const variables = settings.required("variables");
  for (const { name, value } of variables) {
    if (name.toUpperCase().startsWith(reservedNamePrefix)) {
      throw settings.problem(
        "variables",
        `must not contain names that start with ${reservedNamePrefix}, which the service reserves, got ${name}.`,
      );
    }
    const size = Buffer.byteLength(value);
    if (size > MAX_VARIABLE_SIZE) {
      const [actual, maximum] = [size, MAX_VARIABLE_SIZE].map((bytes) => bytes.toLocaleString("en"));
      throw settings.problem(
        "variables",
        `must have values of at most ${maximum} bytes (48 KB), got ${actual} for ${name}.`,
      );
    }
  }
  return variables.map(({ name, value }) => ({ name, value, location, access, prune, problem: settings.problem }));
}

function readVariableKind(settings: Settings): VariableKind {
  const kind = settings.required("kind");
  if (kind === "actions" || kind === "agents") return kind;
  throw settings.problem("kind", `must be actions or agents for variables, got ${kind}.`);
}
