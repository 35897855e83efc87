import { isCollection } from "yaml";
import * as z from "zod/mini";
import type { Problem } from "../problem.ts";
import { withoutPasswords } from "../settings/mask.ts";
import { exampleOf, type Settings, settingsOf, type WrongPart, wrongPart } from "../settings/read.ts";
import { SETTINGS } from "../settings/settings.ts";
import type { SettingName } from "../settings/values.ts";
import type { ConfigDocument } from "./document.ts";
import { type ConfigEntry, placeIn } from "./entries.ts";

/** What a message quotes of a value, in characters. */
const QUOTED = 100;

/** An entry's settings. What is missing is missing at the entry's begin. */
export function entrySettings(document: ConfigDocument, { name: entry, node, values }: ConfigEntry): Settings {
  const problemAt = (name: SettingName) =>
    document.problem(values.has(name) ? placeIn(node, name) : node, `${entry}.${name}`);
  return settingsOf({
    read(name) {
      return values.has(name) ? z.safeParse(SETTINGS[name].field(), values.get(name)) : undefined;
    },
    named: (name) => problemAt(name).message,
    quoted: (name) => `${problemAt(name).message} is ${quote(values.get(name))}, which`,
    place: (name) => problemAt(name).place,
  });
}

/** Everything in an entry that has a wrong form. */
export function wrongFields(document: ConfigDocument, { name: entry, node, values }: ConfigEntry): readonly Problem[] {
  return Array.from(values).flatMap(([name, value]) => {
    const result = z.safeParse(SETTINGS[name].field(), value);
    if (result.success) return [];
    const wrong = wrongPart(result.error.issues);
    const field = `${entry}.${name}${wrong.path.map((part) => `[${String(part)}]`).join("")}`;
    const message = `${field} is ${quote(partOf(value, wrong.path))}, which ${wrong.message}. ${exampleOf(name, true)}`;
    return [document.problem(placeOfPart(node, name, wrong), message)];
  });
}

function placeOfPart(node: ConfigEntry["node"], name: string, { path: [index] }: WrongPart): unknown {
  const list = typeof index === "number" ? node.get(name, true) : undefined;
  const item: unknown = isCollection(list) ? list.get(index, true) : undefined;
  return item ?? placeIn(node, name);
}

function partOf(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((part, key) => (Array.isArray(part) ? part[Number(key)] : undefined), value);
}

/** A value as JSON, as a message may quote it. */
function quote(value: unknown): string {
  const text = withoutPasswords(JSON.stringify(value) ?? "nothing");
  return text.length > QUOTED ? `${text.slice(0, QUOTED)}…` : text;
}
