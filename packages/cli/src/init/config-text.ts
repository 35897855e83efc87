import { fieldsOf } from "@forgehand/tasks/config/read-entries";
import { exampleOf } from "@forgehand/tasks/settings/create-settings";
import { SETTINGS, type SettingName } from "@forgehand/tasks/settings/settings";
import type { TaskName } from "@forgehand/tasks/settings/values";
import { stringify } from "yaml";
import { settingDescription } from "../help/setting-description.ts";
import { wrapLines } from "../terminal/table.ts";

const HEAD = `# yaml-language-server: $schema=https://raw.githubusercontent.com/forgehand/forgehand/v1/action/forgehand.schema.json
# Configuration of Forgehand, for the command line and the workflow step.
# forgehand plan shows what would change, forgehand apply makes the changes.
# Documentation: https://github.com/forgehand/forgehand/blob/main/docs/action.md
`;

const WIDTH = 100;

/** Returns a configuration file with one entry of a task, and its other settings as comments with examples. */
export function configText(task: TaskName, texts: ReadonlyMap<SettingName, string>): string {
  const fields = fieldsOf(task);
  const given = fields.flatMap((name) => {
    const text = texts.get(name);
    return text === undefined
      ? []
      : `${name}: ${stringify(fieldValue(name, text), { collectionStyle: "flow", flowCollectionPadding: false, lineWidth: 0 }).trim()}`;
  });
  const optional = fields
    .filter((name) => !texts.has(name))
    .flatMap((name) => [
      "",
      ...wrapLines(settingDescription(name, task), WIDTH).map((line) => `# ${line}`),
      `# ${exampleOf(name, true).replace(/^For example: /, "")}`,
    ]);
  const [first = "", ...rest] = [...given, "", "# Other settings:", ...optional];
  const lines = [`  - ${first}`, ...rest.map((line) => (line === "" ? "" : `    ${line}`))];
  return `${HEAD}\n${task}:\n${lines.join("\n")}\n`;
}

/** Converts a flag's text to a field of the file: the first form that the field accepts. */
function fieldValue(name: SettingName, text: string): unknown {
  const { shape, field } = SETTINGS[name];
  const separators = [/\r?\n/, /[,\r\n]+/, /[\s,]+/];
  const lists = separators.map((separator) => text.split(separator).flatMap((item) => item.trim() || []));
  const json = text.trimStart().startsWith("[") ? [parseList(text)] : [];
  const single = [text, Number(text), text === "true"];
  const forms = shape === "list" ? [...json, ...lists] : single;
  return forms.find((form) => field().safeParse(form).success) ?? text;
}

function parseList(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
