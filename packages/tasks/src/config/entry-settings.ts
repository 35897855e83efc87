import { isCollection } from "yaml";
import * as z from "zod/mini";
import type { ProblemList } from "../problem.ts";
import {
  createSettings,
  exampleOf,
  firstInvalidPart,
  type InvalidPart,
  type Settings,
} from "../settings/create-settings.ts";
import { quoteValue } from "../settings/quote-value.ts";
import { SETTINGS, type SettingName } from "../settings/settings.ts";
import type { ConfigDocument } from "./parse-config.ts";
import { type ConfigEntry, locateField } from "./read-entries.ts";
import { shorten } from "./shorten.ts";

/** Returns the settings of an entry. A missing setting is reported at the start of the entry. */
export function entrySettings(document: ConfigDocument, entry: ConfigEntry): Settings {
  const { node, values } = entry;
  const problemAt = (name: SettingName) =>
    document.problem(values.has(name) ? locateField(entry, name) : node, `${entry.name}.${name}`);
  return createSettings({
    read(name) {
      return values.has(name) ? z.safeParse(SETTINGS[name].field(), values.get(name)) : undefined;
    },
    subject: (name) => problemAt(name).message,
    gotClause: (name, { path }) => `, got ${quote(valueAt(values.get(name), path))}`,
    locationOf: (name) => problemAt(name).location,
  });
}

/** Adds all problems with the form of an entry's fields. */
export function checkFields(document: ConfigDocument, entry: ConfigEntry, problems: ProblemList): void {
  for (const [name, value] of entry.values) {
    const result = z.safeParse(SETTINGS[name].field(), value);
    if (result.success) continue;
    problems.add(() => {
      const invalid = firstInvalidPart(result.error.issues);
      const field = `${entry.name}.${name}${invalid.path.map((part) => `[${String(part)}]`).join("")}`;
      const message = `${field} ${invalid.message}, got ${quote(valueAt(value, invalid.path))}. ${exampleOf(name, true)}`;
      return document.problem(locatePart(entry, name, invalid), message);
    });
  }
}

function locatePart(entry: ConfigEntry, name: string, { path: [key] }: InvalidPart): unknown {
  const collection = key === undefined ? undefined : entry.node.get(name, true);
  const item: unknown = isCollection(collection) ? collection.get(key, true) : undefined;
  return item ?? locateField(entry, name);
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (part, key) => (typeof part === "object" && part !== null ? Reflect.get(part, key) : undefined),
    value,
  );
}

/** Quotes a value as JSON, shortened and without passwords. */
function quote(value: unknown): string {
  return shorten(quoteValue(value));
}
