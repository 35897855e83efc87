// Generates documentation from the action's settings and action.yml: the tables in docs/action.md, the JSON schema of
// configuration files for editors, and the descriptions that the command line shows.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import * as z from "zod/mini";
import { fieldsOf } from "../packages/tasks/src/config/read-entries.ts";
import { SCHEMA_KEYWORDS } from "../packages/tasks/src/settings/formats.ts";
import { isSettingName, SETTING_NAMES, SETTINGS, type SettingName } from "../packages/tasks/src/settings/settings.ts";
import type { TaskName } from "../packages/tasks/src/settings/values.ts";
import { TASK_NAMES } from "../packages/tasks/src/settings/values.ts";

export const SCHEMA_FILE = fileURLToPath(new URL("../action/forgehand.schema.json", import.meta.url));
export const DOCUMENT = fileURLToPath(new URL("../docs/action.md", import.meta.url));
export const DESCRIPTIONS_FILE = fileURLToPath(new URL("../packages/cli/src/help/descriptions.json", import.meta.url));
const ACTION_FILE = fileURLToPath(new URL("../action/action.yml", import.meta.url));

const DescribedEntries = z.record(z.string(), z.object({ description: z.string(), default: z.optional(z.string()) }));
const ActionFile = z.object({ inputs: DescribedEntries, outputs: DescribedEntries });

/** Reads the inputs and outputs of action.yml. */
export function readActionFile(): z.infer<typeof ActionFile> {
  return ActionFile.parse(parse(readFileSync(ACTION_FILE, "utf8")));
}

/** Returns the JSON schema of configuration files. */
export function configSchema(): string {
  const { inputs } = readActionFile();
  const entries = TASK_NAMES.map((task) => {
    const fields = fieldsOf(task).map((name) => {
      const description = descriptionFor(inputs[name]?.description ?? "", task);
      return [name, { description, ...fieldSchema(name) }];
    });
    return [task, { type: "object", properties: Object.fromEntries(fields), additionalProperties: false }];
  });
  const tasks = TASK_NAMES.map((task) => {
    const entry = { $ref: `#/definitions/${task}` };
    return [task, { anyOf: [entry, { type: "array", items: entry, minItems: 1 }] }];
  });
  const schema = {
    $schema: "http://json-schema.org/draft-07/schema#",
    title: "Configuration file of the Forgehand action",
    type: "object",
    properties: { $schema: { type: "string" }, ...Object.fromEntries(tasks) },
    patternProperties: { "^x-": { description: "Ignored. Use it for YAML anchors." } },
    additionalProperties: false,
    anyOf: TASK_NAMES.map((task) => ({ required: [task] })),
    definitions: Object.fromEntries(entries),
  };
  return `${JSON.stringify(schema, undefined, 2)}\n`;
}

function fieldSchema(name: SettingName): object {
  const {
    $schema: _,
    "~standard": __,
    ...schema
  } = z.toJSONSchema(SETTINGS[name].field(), {
    target: "draft-7",
    io: "input",
    metadata: SCHEMA_KEYWORDS,
  });
  return schema;
}

/** Returns the part of a description for one task. Descriptions prefix each task's sentence with the task's name. */
function descriptionFor(description: string, task: TaskName): string {
  const parts = description.split(new RegExp(`(?:^|\\s)(?=(?:${TASK_NAMES.join("|")}): )`));
  const [part = description] = parts.filter((sentence) => sentence.startsWith(`${task}: `));
  const text = part.replace(new RegExp(`^${task}: `), "");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Returns the descriptions of settings as JSON: a text, or one for each task that has the setting. */
export function settingDescriptions(): string {
  const { inputs } = readActionFile();
  const descriptions = SETTING_NAMES.map((name) => {
    const description = inputs[name]?.description ?? "";
    const tasks = TASK_NAMES.filter((task) => description.includes(`${task}: `));
    const byTask = tasks.map((task) => [task, descriptionFor(description, task)]);
    return [name, tasks.length === 0 ? description : Object.fromEntries(byTask)];
  });
  return `${JSON.stringify(Object.fromEntries(descriptions), undefined, 2)}\n`;
}

/** Returns the document with up-to-date tables. */
export function updateTables(document: string): string {
  const { inputs, outputs } = readActionFile();
  const inputRows = Object.entries(inputs).map(([name, { description }]) => {
    return [
      `\`${name}\``,
      description,
      isSettingName(name) ? defaultOf(name) : "",
      isSettingName(name) ? tasksWith(name) : "",
    ];
  });
  const outputRows = Object.entries(outputs).map(([name, { description }]) => [`\`${name}\``, description]);
  const withInputs = replaceSection(
    document,
    "inputs",
    table(["Input", "Description", "Default", "In the config file"], inputRows),
  );
  return replaceSection(withInputs, "outputs", table(["Output", "Description"], outputRows));
}

function defaultOf(name: SettingName): string {
  const { fallback } = SETTINGS[name];
  return fallback === undefined ? "" : `\`${String(fallback)}\``;
}

/** Returns the tasks whose configuration entries accept a setting. */
function tasksWith(name: SettingName): string {
  const tasks = TASK_NAMES.filter((task) => fieldsOf(task).includes(name));
  return tasks.length === TASK_NAMES.length ? "all tasks" : tasks.join(", ");
}

/** Formats a Markdown table the way the formatter does. */
function table(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = rows.map((row) => row.map((cell) => cell.replaceAll("|", "\\|").replaceAll("*", "\\*")));
  const widths = titles.map((title, column) => Math.max(title.length, ...cells.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  return [line(titles), line(widths.map((width) => "-".repeat(width))), ...cells.map(line)].join("\n");
}

/** @throws Error if the document has no such section */
function replaceSection(document: string, name: string, content: string): string {
  const [begin, end] = [`<!-- ${name}: made by npm run docs -->`, `<!-- end of ${name} -->`];
  const [from, to] = [document.indexOf(begin), document.indexOf(end)];
  if (from < 0 || to < from)
    throw new Error(`docs/action.md must contain the lines ${begin} and ${end}, in that order.`);
  return `${document.slice(0, from)}${begin}\n\n${content}\n\n${document.slice(to)}`;
}

if (import.meta.main) {
  writeFileSync(SCHEMA_FILE, configSchema());
  writeFileSync(DESCRIPTIONS_FILE, settingDescriptions());
  writeFileSync(DOCUMENT, updateTables(readFileSync(DOCUMENT, "utf8")));
}
