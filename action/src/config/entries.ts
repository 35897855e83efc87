import { closestMatch } from "@forgehand/core/contract";
import { isMap, isSeq, type Node, type YAMLMap } from "yaml";
import { Problem } from "../problem.ts";
import { isSettingName, SETTING_NAMES, SETTINGS, TASK_NAMES } from "../settings/settings.ts";
import type { SettingName, TaskName } from "../settings/values.ts";
import type { ConfigDocument } from "./document.ts";

/** One entry of a task, as the file has it. */
export interface ConfigEntry {
  /** `rotate-secrets[0]` */
  readonly name: string;
  readonly node: YAMLMap;
  readonly values: ReadonlyMap<SettingName, unknown>;
}

/** The fields that an entry of a task may have. */
export function fieldsOf(task: TaskName): readonly SettingName[] {
  return SETTING_NAMES.filter((name) => {
    const { of, secret } = SETTINGS[name];
    return of !== "run" && of.includes(task) && !secret;
  });
}

/**
 * Each task's entries, in the order of the file.
 * @param problems gets all that is in the wrong place
 * @throws Problem where there is none
 */
export function readEntries(
  document: ConfigDocument,
  problems: Problem[],
): ReadonlyMap<TaskName, readonly ConfigEntry[]> {
  const { root, problem } = document;
  if (!isMap(root)) throw problem(root, `declares nothing. ${EXAMPLE}`);
  const tasks = new Map<TaskName, readonly ConfigEntry[]>();
  for (const { key, value } of root.items) {
    const name = String(key);
    const task = TASK_NAMES.find((one) => one === name);
    if (task !== undefined) tasks.set(task, entriesOf(document, task, key, value, problems));
    else if (!isFree(name)) problems.push(problem(key, unknownTask(name)));
  }
  if (tasks.size === 0 && problems.length === 0) throw problem(root, `declares nothing. ${EXAMPLE}`);
  return tasks;
}

const EXAMPLE = `It takes entries of a task (${TASK_NAMES.join(", ")}). For example: redeliver: [{ repositories: acme/widgets }]`;

/** Names for editors, and for what anchors hang on. */
function isFree(name: string): boolean {
  return name === "$schema" || name.startsWith("x-");
}

function unknownTask(name: string): string {
  if (isSettingName(name)) {
    const { of } = SETTINGS[name];
    if (of === "run") return `"${name}" is an input of the step: it can't stand in the file.`;
    return `"${name}" belongs into an entry of ${of.join(" or ")}.`;
  }
  const like = closestMatch(name, TASK_NAMES);
  const meant = like === undefined ? `There are ${TASK_NAMES.join(", ")}` : `Did you mean ${like}`;
  return `${JSON.stringify(name)} is no task. ${meant}${like === undefined ? "." : "?"}`;
}

function entriesOf(
  document: ConfigDocument,
  task: TaskName,
  key: unknown,
  value: unknown,
  problems: Problem[],
): readonly ConfigEntry[] {
  const node = document.follow(value);
  const isList = isSeq(node);
  const items: readonly unknown[] = isList ? node.items : [node];
  if (items.length === 0) problems.push(document.problem(key, `${task} has no entry.`));
  return items.flatMap((item, index) => {
    const name = isList ? `${task}[${index}]` : task;
    const entry = document.follow(item);
    if (isMap(entry)) return readEntry(document, task, name, entry, problems);
    problems.push(document.problem(isList ? (entry ?? key) : key, `${name} must be a map of fields. ${EXAMPLE}`));
    return [];
  });
}

function readEntry(
  document: ConfigDocument,
  task: TaskName,
  name: string,
  node: YAMLMap,
  problems: Problem[],
): ConfigEntry {
  const values = new Map<SettingName, unknown>();
  const fields = fieldsOf(task);
  const value = contentOf(document, node, problems);
  for (const [key, content] of Object.entries(value)) {
    const field = fields.find((one) => one === key);
    if (field !== undefined) values.set(field, content);
    else problems.push(document.problem(placeIn(node, key), `${name}.${key} ${unknownField(key, task, fields)}`));
  }
  return { name, node, values };
}

function contentOf(document: ConfigDocument, node: Node, problems: Problem[]): object {
  try {
    const value = document.valueOf(node);
    return typeof value === "object" && value !== null ? value : {};
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    problems.push(error);
    return {};
  }
}

function unknownField(key: string, task: TaskName, fields: readonly SettingName[]): string {
  if (isSettingName(key)) {
    const { of, secret } = SETTINGS[key];
    if (of === "run") return "is an input of the step: it can't stand in the file.";
    if (secret) return "can't stand in a file. Use value-env, value-file, value-command or generate, or the input.";
    return `is a field of ${of.join(" and ")}, not of ${task}.`;
  }
  const like = closestMatch(key, fields);
  return like === undefined ? `is no field. There are ${fields.join(", ")}.` : `is no field. Did you mean ${like}?`;
}

/** Where an entry has a field: at its name, or where it was merged in; else the entry itself. */
export function placeIn(node: YAMLMap, key: string): unknown {
  const named =
    node.items.find((item) => String(item.key) === key) ?? node.items.find((item) => String(item.key) === "<<");
  return named?.key ?? node;
}
