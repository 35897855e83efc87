import { Problem } from "@forgehand/tasks/problem";
import { SETTINGS, type SettingName } from "@forgehand/tasks/settings/settings";
import { TASK_NAMES, type TaskName } from "@forgehand/tasks/settings/values";
import { COMMANDS, type Command, type CommandName, isCommandName, OWN_FLAGS } from "../arguments/commands.ts";
import { settingFlagsOf } from "../arguments/setting-flags.ts";
import type { CommandContext } from "../command-context.ts";
import { wrapLines } from "../terminal/table.ts";
import type { StyleFunction } from "../terminal/terminal.ts";
import { settingDescription } from "./setting-description.ts";

/** Maximum width of help: longer lines are hard to read. */
const MAX_WIDTH = 100;

/** Minimum width with descriptions next to names. */
const MIN_WIDTH_FOR_COLUMNS = 70;

/**
 * Prints help on the program or on a command.
 * @throws Problem if there is no such command
 */
export function printHelp(
  { terminal: { style, columns = 80 }, print }: CommandContext,
  topic: string | undefined,
): void {
  if (topic !== undefined && !isCommandName(topic)) {
    throw new Problem(`The command must be one of ${Object.keys(COMMANDS).join(", ")}, got ${JSON.stringify(topic)}.`);
  }
  const width = Math.min(MAX_WIDTH, columns);
  print(`${(topic === undefined ? programHelp(style, width) : commandHelp(topic, style, width)).join("\n")}\n`);
}

function programHelp(style: StyleFunction, width: number): readonly string[] {
  const commands = Object.entries(COMMANDS).map(([name, { summary }]) => [name, summary] as const);
  return [
    ...wrapLines("Rotates secrets, sets OIDC subject templates and redelivers failed webhook deliveries.", width),
    "",
    "Usage: forgehand COMMAND [flags]",
    ...section("Commands", commands, style, width),
    ...section(
      "Tasks",
      TASK_NAMES.map((task) => [task, `forgehand plan --task ${task} [flags], or entries in forgehand.yml`] as const),
      style,
      width,
    ),
    ...section(
      "Credentials",
      [
        ["GH_TOKEN", "A token for github.com; GH_ENTERPRISE_TOKEN for another host, FORGEHAND_TOKEN for any."],
        ["--gh", "The token that the GitHub CLI has stored."],
        ["FORGEHAND_APP_ID", "An app, with FORGEHAND_PRIVATE_KEY or --private-key-file."],
      ],
      style,
      width,
    ),
    ...section(
      "Exit codes",
      [
        ["0", "Nothing to do, or everything done."],
        ["1", "An error: something failed, is unknown, or was not started."],
        ["2", "plan and check: there are changes."],
      ],
      style,
      width,
    ),
    "",
    "Run forgehand help COMMAND for its flags.",
  ];
}

function commandHelp(name: CommandName, style: StyleFunction, width: number): readonly string[] {
  const { summary, usage, flags, takesSettings }: Command = COMMANDS[name];
  const settings = takesSettings ? settingFlagsOf(name) : [];
  const own = flags.map((flag) => {
    const { shape, description, ...rest } = OWN_FLAGS[flag];
    const short = "short" in rest ? `, -${rest.short}` : "";
    return [`--${flag}${shape === "flag" ? "" : " FILE"}${short}`, description] as const;
  });
  const ofRun = settings.filter((setting) => SETTINGS[setting].scope === "run");
  const ofTasks = TASK_NAMES.map((task) => [task, settings.filter((setting) => isOwnSetting(setting, task))] as const);
  return [
    ...wrapLines(summary, width),
    "",
    `Usage: forgehand ${name}${usage === undefined ? "" : ` ${usage}`} [flags]`,
    ...section("Flags", own, style, width),
    ...section("Run", rows(ofRun), style, width),
    ...section("Targets", rows(settings.filter(isShared)), style, width),
    ...ofTasks.flatMap(([task, names]) => section(`Task ${task}`, rows(names, task), style, width)),
  ];
}

/** Returns true for a setting that all tasks have. */
function isShared(name: SettingName): boolean {
  const { scope } = SETTINGS[name];
  return scope !== "run" && scope.length === TASK_NAMES.length;
}

function isOwnSetting(name: SettingName, task: TaskName): boolean {
  const { scope } = SETTINGS[name];
  return scope !== "run" && scope.includes(task) && !isShared(name);
}

type HelpRow = readonly [name: string, description: string];

function rows(names: readonly SettingName[], task?: TaskName): readonly HelpRow[] {
  return names.map((name) => {
    const { shape } = SETTINGS[name];
    const value = shape === "flag" ? "" : shape === "list" ? " LIST" : " VALUE";
    return [`--${name}${value}`, settingDescription(name, task)];
  });
}

function section(
  title: string,
  sectionRows: readonly HelpRow[],
  style: StyleFunction,
  width: number,
): readonly string[] {
  if (sectionRows.length === 0) return [];
  const column = Math.max(...sectionRows.map(([name]) => name.length)) + 4;
  return ["", style("strong", title), ...sectionRows.flatMap((row) => helpRow(row, column, width))];
}

function helpRow([name, description]: HelpRow, column: number, width: number): readonly string[] {
  if (width < MIN_WIDTH_FOR_COLUMNS) {
    return [`  ${name}`, ...wrapLines(description, width - 6).map((line) => `      ${line}`)];
  }
  return wrapLines(description, width - column).map((line, index) =>
    `${index === 0 ? `  ${name}`.padEnd(column) : " ".repeat(column)}${line}`.trimEnd(),
  );
}
