// Writes what is made from the action's settings and its action.yml: the tables in docs/action.md, and the schema by which
// editors know configuration files.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import * as z from "zod/mini";
import { fieldsOf } from "../action/src/config/read-entries.ts";
import { LIST_KEYWORDS } from "../action/src/settings/formats.ts";
import { isSettingName, SETTINGS, TASK_NAMES } from "../action/src/settings/settings.ts";
import type { SettingName, TaskName } from "../action/src/settings/values.ts";

export const SCHEMA_FILE = fileURLToPath(new URL("../action/forgehand.schema.json", import.meta.url));
export const DOCUMENT = fileURLToPath(new URL("../docs/action.md", import.meta.url));
const ACTION_FILE = fileURLToPath(new URL("../action/action.yml", import.meta.url));

const Described = z.record(z.string(), z.object({ description: z.string(), default: z.optional(z.string()) }));
const ActionFile = z.object({ inputs: Described, outputs: Described });

/** What action.yml says of inputs and outputs. */
export function readAction(): z.infer<typeof ActionFile> {
  return ActionFile.parse(parse(readFileSync(ACTION_FILE, "utf8")));
}

/** The schema of configuration files, for editors. */
export function configSchema(): string {
  const { inputs } = readAction();
  const entries = TASK_NAMES.map((task) => {
    const fields = fieldsOf(task).map((name) => {
      const description = withoutTasks(inputs[name]?.description ?? "", task);
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
    title: "A configuration file of the Forgehand action",
    type: "object",
    properties: { $schema: { type: "string" }, ...Object.fromEntries(tasks) },
    patternProperties: { "^x-": { description: "Nothing reads it: for anchors." } },
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
    metadata: LIST_KEYWORDS,
  });
  return schema;
}

/** A description begins with the task that it is for; where there are several, each has its own sentence. */
function withoutTasks(description: string, task: TaskName): string {
  const parts = description.split(new RegExp(`(?:^|\\s)(?=(?:${TASK_NAMES.join("|")}): )`));
  const [part = description] = parts.filter((one) => one.startsWith(`${task}: `));
  const text = part.replace(new RegExp(`^${task}: `), "");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The document with its tables as they ought to be. */
export function withTables(document: string): string {
  const { inputs, outputs } = readAction();
  const inputRows = Object.entries(inputs).map(([name, { description }]) => {
    return [
      `\`${name}\``,
      description,
      isSettingName(name) ? defaultOf(name) : "",
      isSettingName(name) ? whoseOf(name) : "",
    ];
  });
  const outputRows = Object.entries(outputs).map(([name, { description }]) => [`\`${name}\``, description]);
  const filled = fill(document, "inputs", table(["Input", "What it says", "Default", "In the file"], inputRows));
  return fill(filled, "outputs", table(["Output", "What it holds"], outputRows));
}

function defaultOf(name: SettingName): string {
  const { fallback } = SETTINGS[name];
  return fallback === undefined ? "" : `\`${String(fallback)}\``;
}

/** Whose entries have it as a field. */
function whoseOf(name: SettingName): string {
  const tasks = TASK_NAMES.filter((task) => fieldsOf(task).includes(name));
  return tasks.length === TASK_NAMES.length ? "all tasks" : tasks.join(", ");
}

/** A table as the formatter would write it. */
function table(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = rows.map((row) => row.map((cell) => cell.replaceAll("|", "\\|").replaceAll("*", "\\*")));
  const widths = titles.map((title, column) => Math.max(title.length, ...cells.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  return [line(titles), line(widths.map((width) => "-".repeat(width))), ...cells.map(line)].join("\n");
}

/** @throws Error where the document has no place for it */
function fill(document: string, name: string, content: string): string {
  const [begin, end] = [`<!-- ${name}: made by npm run docs -->`, `<!-- end of ${name} -->`];
  const [from, to] = [document.indexOf(begin), document.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`docs/action.md lacks the lines ${begin} and ${end}.`);
  return `${document.slice(0, from)}${begin}\n\n${content}\n\n${document.slice(to)}`;
}

if (import.meta.main) {
  writeFileSync(SCHEMA_FILE, configSchema());
  writeFileSync(DOCUMENT, withTables(readFileSync(DOCUMENT, "utf8")));
}
