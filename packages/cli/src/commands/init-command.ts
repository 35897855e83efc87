import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { parseDeclarations } from "@forgehand/tasks/config/read-config";
import { fieldsOf } from "@forgehand/tasks/config/read-entries";
import { Problem } from "@forgehand/tasks/problem";
import { SETTINGS, type SettingName } from "@forgehand/tasks/settings/settings";
import { createTextSettings } from "@forgehand/tasks/settings/text-settings";
import { TASK_NAMES, type TaskName } from "@forgehand/tasks/settings/values";
import { checkEntries } from "@forgehand/tasks/tasks/tasks";
import type { CommandContext } from "../command-context.ts";
import { settingDescription } from "../help/setting-description.ts";
import { configText } from "../init/config-text.ts";
import { trackSettings } from "../init/track-settings.ts";
import { createQuestions, type Questions } from "../terminal/ask.ts";
import { exampleOf, readSettings, subjectOf } from "./command-settings.ts";
import { CONFIG_FILES } from "./find-config.ts";

/**
 * Writes a configuration file with one entry: its settings are those of the flags, and in a terminal the answers of the
 * user.
 * @throws Problem if something is missing or invalid, or if the file exists
 */
export async function initCommand(context: CommandContext): Promise<void> {
  const { args, folder, terminal, log } = context;
  const { settings } = readSettings(context, "plan");
  const path = settings.optional("config") ?? CONFIG_FILES[0];
  const file = resolve(folder, path);
  const overwrites = args.own.get("force") === "true";
  if (existsSync(file) && !overwrites) throw existing(path);
  const questions = createQuestions(terminal);
  const task = settings.optional("task") ?? (await askTask(questions));
  const texts = new Map(Array.from(args.settings).filter(([name]) => fieldsOf(task).includes(name)));
  await completeEntry(task, texts, questions);
  const text = configText(task, texts);
  // The file must say the same as the answers.
  checkEntries(parseDeclarations({ name: path, text }));
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text, { flag: overwrites ? "w" : "wx" });
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
    if (code === "EEXIST") throw existing(path);
    throw new Problem(`${path} must be a file that can be written, got ${code}.`);
  }
  log.info(`Wrote ${path}. Run forgehand explain to see what a token needs, then forgehand plan.`);
}

function existing(path: string): Problem {
  return new Problem(`${path} must not exist, got a file. Use --force to overwrite it, or --config for another path.`);
}

async function askTask(questions: Questions | undefined): Promise<TaskName> {
  if (questions === undefined) {
    throw new Problem(`--task must be ${TASK_NAMES.join(", ")} without a terminal to ask in, got none.`);
  }
  return questions.select(
    "Which task?",
    TASK_NAMES.map((value) => ({ value, hint: "" })),
  );
}

/** Asks for one setting after another, until the entry is complete. */
async function completeEntry(
  task: TaskName,
  texts: Map<SettingName, string>,
  questions: Questions | undefined,
): Promise<void> {
  if (questions !== undefined && !texts.has("repositories") && !texts.has("organization")) {
    await ask("repositories", task, texts, questions, "leave empty for an organization's own");
    if (!texts.has("repositories")) await ask("organization", task, texts, questions);
  }
  const asked = new Set<SettingName>();
  for (;;) {
    const source = createTextSettings({
      text: (name) => texts.get(name),
      subject: subjectOf,
      example: exampleOf,
    });
    const { settings, problematic } = trackSettings(source);
    try {
      return checkEntries(new Map([[task, [settings]]]));
    } catch (error) {
      const name = problematic();
      if (!(error instanceof Problem) || questions === undefined || name === undefined) throw error;
      // A secret can't be in the file, which names the variable that contains it.
      const field = SETTINGS[name].secret ? "value-env" : name;
      if (asked.has(field) || texts.has(field)) throw error;
      asked.add(field);
      await ask(field, task, texts, questions);
    }
  }
}

async function ask(
  name: SettingName,
  task: TaskName,
  texts: Map<SettingName, string>,
  questions: Questions,
  emptyHint?: string,
): Promise<void> {
  const description = settingDescription(name, task);
  const hint = emptyHint === undefined ? "" : ` (${emptyHint})`;
  const text = await questions.text(`${name}${hint}: ${description}`, SETTINGS[name].example, (answer) => {
    if (answer.trim() === "") return emptyHint === undefined ? `must be given. ${exampleOf(name)}` : undefined;
    const result = SETTINGS[name].text().safeParse(answer);
    return result.success ? undefined : `${result.error.issues[0]?.message ?? "is invalid"}. ${exampleOf(name)}`;
  });
  if (text.trim() !== "") texts.set(name, text.trim());
}
