import { closestMatch } from "@forgehand/core/contract";
import { isMap, isSeq, type Node, type YAMLMap } from "yaml";
import { Problem, type ProblemList } from "../problem.ts";
import { isSettingName, SETTING_NAMES, SETTINGS, type SettingName } from "../settings/settings.ts";
import type { TaskName } from "../settings/values.ts";
import { TASK_NAMES } from "../settings/values.ts";
import type { ConfigDocument } from "./parse-config.ts";
import { shorten } from "./shorten.ts";

/** One entry of a task, as written in the file. */
export interface ConfigEntry {
  /** For example `rotate-secrets[0]`. */
  readonly name: string;
  readonly node: YAMLMap;
  /** The nodes of its own keys, by text; `<<` is a merge key. */
  readonly keys: ReadonlyMap<string, unknown>;
  readonly values: ReadonlyMap<SettingName, unknown>;
}

/** Returns the fields that an entry of a task can have. */
export function fieldsOf(task: TaskName): readonly SettingName[] {
  return SETTING_NAMES.filter((name) => {
    const { scope, secret } = SETTINGS[name];
    return scope !== "run" && scope.includes(task) && !secret;
  });
}

/**
 * Reads each task's entries, in the order of the file.
 * @param problems receives all misplaced keys
 * @throws Problem if the file declares no task
 */
export function readEntries(
  document: ConfigDocument,
  problems: ProblemList,
): ReadonlyMap<TaskName, readonly ConfigEntry[]> {
  const { root, problem } = document;
  if (!isMap(root)) throw problem(root, `declares nothing. ${EXAMPLE}`);
  const tasks = new Map<TaskName, readonly ConfigEntry[]>();
  for (const { key, value } of root.items) {
    const name = String(key);
    const task = TASK_NAMES.find((candidate) => candidate === name);
    if (task !== undefined) tasks.set(task, entriesOf(document, task, key, value, problems));
    else if (!isIgnoredKey(name)) problems.add(() => problem(key, unknownTask(name)));
  }
  if (tasks.size > 0) return tasks;
  problems.throwAll();
  throw problem(root, `declares nothing. ${EXAMPLE}`);
}

const EXAMPLE = `The file must contain entries of a task (${TASK_NAMES.join(", ")}). For example: redeliver: [{ repositories: acme/widgets }]`;

/** True for keys used by editors, or as places for anchors. */
function isIgnoredKey(name: string): boolean {
  return name === "$schema" || name.startsWith("x-");
}

function unknownTask(name: string): string {
  if (isSettingName(name)) {
    const { scope } = SETTINGS[name];
    if (scope === "run") return `"${name}" must be set as an input of the step, not in the file.`;
    return `"${name}" must be in an entry of ${scope.join(" or ")}.`;
  }
  const suggestion = closestMatch(name, TASK_NAMES);
  const hint = suggestion === undefined ? `Tasks are ${TASK_NAMES.join(", ")}` : `Did you mean ${suggestion}`;
  return `${JSON.stringify(shorten(name))} is not a task. ${hint}${suggestion === undefined ? "." : "?"}`;
}

function entriesOf(
  document: ConfigDocument,
  task: TaskName,
  key: unknown,
  value: unknown,
  problems: ProblemList,
): readonly ConfigEntry[] {
  const isList = isSeq(value);
  const items: readonly unknown[] = isList ? value.items : [value];
  if (items.length === 0) problems.add(() => document.problem(key, `${task} must have an entry.`));
  return items.flatMap((entry, index) => {
    const name = isList ? `${task}[${index}]` : task;
    if (isMap(entry)) return readEntry(document, task, name, entry, problems);
    problems.add(() => document.problem(isList ? (entry ?? key) : key, `${name} must be a map of fields. ${EXAMPLE}`));
    return [];
  });
}

function readEntry(
  document: ConfigDocument,
  task: TaskName,
  name: string,
  node: YAMLMap,
  problems: ProblemList,
): ConfigEntry {
  const values = new Map<SettingName, unknown>();
  const entry = { name, node, keys: new Map(node.items.map(({ key }) => [String(key), key])), values };
  const fields = fieldsOf(task);
  const value = valuesOf(document, node, problems);
  const problemWith = (key: string) =>
    document.problem(locateField(entry, key), `${name}.${shorten(key)} ${unknownField(key, task, fields)}`);
  for (const [key, content] of Object.entries(value)) {
    const field = fields.find((candidate) => candidate === key);
    if (field !== undefined) values.set(field, content);
    else problems.add(() => problemWith(key));
  }
  return entry;
}

function valuesOf(document: ConfigDocument, node: Node, problems: ProblemList): object {
  try {
    const value = document.valueOf(node);
    return typeof value === "object" && value !== null ? value : {};
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    problems.add(() => error);
    return {};
  }
}

function unknownField(key: string, task: TaskName, fields: readonly SettingName[]): string {
  if (isSettingName(key)) {
    const { scope, secret } = SETTINGS[key];
    if (scope === "run") return "must be set as an input of the step, not in the file.";
    if (secret) return "must not be in a file. Use value-env, value-file, value-command or generate, or the input.";
    return `is a field of ${scope.join(" and ")}, not of ${task}.`;
  }
  const suggestion = closestMatch(key, fields);
  return suggestion === undefined
    ? `is not a field. Fields are ${fields.join(", ")}.`
    : `is not a field. Did you mean ${suggestion}?`;
}

/** Returns the node to report a field at: its key, the merge key it comes from, or the entry itself. */
export function locateField({ node, keys }: ConfigEntry, key: string): unknown {
  return keys.get(key) ?? keys.get("<<") ?? node;
}
