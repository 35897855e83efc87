import { environmentSecrets } from "@forgehand/tasks/credentials/credential-detector";
import type { Host } from "@forgehand/tasks/host";
import { Problem } from "@forgehand/tasks/problem";
import type { Settings } from "@forgehand/tasks/settings/create-settings";
import { SETTING_NAMES, SETTINGS, type SettingName } from "@forgehand/tasks/settings/settings";
import { createTextSettings, secretsInSetting } from "@forgehand/tasks/settings/text-settings";
import type { Mode } from "@forgehand/tasks/settings/values";
import { secretAlternative, settingVariable } from "../arguments/setting-flags.ts";
import type { CommandContext } from "../command-context.ts";
import { defaultApiUrl } from "../credentials/api-url.ts";
import { tokenAdvice, tokenFor, tokensIn } from "../credentials/environment-tokens.ts";
import type { Questions } from "../terminal/ask.ts";

/** The texts of settings, and where each comes from: the start of messages about it. */
type SettingTexts = Map<SettingName, { readonly text: string; readonly subject: string }>;

/**
 * Reads the settings that flags and variables give, without credentials.
 * @throws Problem if a value is invalid
 */
export function readSettings(
  context: CommandContext,
  mode: Mode,
): { readonly settings: Settings; readonly texts: SettingTexts } {
  const { args, environment, log } = context;
  for (const secret of [...environmentSecrets(environment), ...tokensIn(environment)]) log.mask(secret);
  const texts: SettingTexts = new Map();
  for (const name of SETTING_NAMES) {
    const variable = settingVariable(name);
    const fromVariable = variable && environment[variable];
    const flag = args.settings.get(name);
    for (const secret of fromVariable ? secretsInSetting(name, fromVariable) : []) log.mask(secret);
    if (flag !== undefined) texts.set(name, { text: flag, subject: `--${name}` });
    else if (fromVariable) texts.set(name, { text: fromVariable, subject: variable });
  }
  texts.set("mode", { text: mode, subject: "The mode" });
  if (args.command === "redeliver") {
    texts.delete("config");
    texts.set("task", { text: "redeliver", subject: "The task" });
  }
  const settings = createTextSettings({
    text: (name) => texts.get(name)?.text,
    subject: (name) => texts.get(name)?.subject ?? subjectOf(name),
    example: exampleOf,
  });
  // All flags are checked, also those that this command does not use.
  for (const name of SETTING_NAMES) settings.optional(name);
  return { settings, texts };
}

/** Returns the start of messages about a setting that was not given, or by a flag. */
export function subjectOf(name: SettingName): string {
  return SECRET_SUBJECTS[name] ?? `--${name}`;
}

const SECRET_SUBJECTS: Partial<Record<SettingName, string>> = {
  token: "The token",
  value: "The new value",
  "private-key": "The private key",
  "state-token": "The state token",
  "redis-url": "The URL of Redis",
};

export function exampleOf(name: SettingName): string {
  const { example, secret, shape } = SETTINGS[name];
  if (secret) return secretAlternative(name);
  if (shape === "flag") return `For example: --${name}`;
  return `For example: --${name} ${/^[\w./:-]+$/.test(example) ? example : `'${example}'`}`;
}

/**
 * Reads the value that `--value-file -` takes from standard input.
 * @throws Problem
 */
export async function addValueFromInput(
  { log }: CommandContext,
  texts: SettingTexts,
  questions: Questions | undefined,
): Promise<void> {
  if (texts.get("value-file")?.text !== "-") return;
  const { readValueFromInput } = await import("../credentials/read-standard-input.ts");
  const text = await readValueFromInput(process.stdin, questions);
  log.mask(text);
  texts.delete("value-file");
  texts.set("value", { text, subject: "The value from standard input" });
}

/**
 * Adds the credentials.
 * @returns what the tasks need to know about this program
 * @throws Problem
 */
export async function addCredentials(
  { args, environment, folder, log }: CommandContext,
  texts: SettingTexts,
  questions: Questions | undefined,
): Promise<Host> {
  const apiUrl = texts.get("api-url")?.text ?? defaultApiUrl(environment);
  if (!URL.canParse(apiUrl))
    throw new Problem(
      `The API must have a base URL such as https://api.github.com, got ${JSON.stringify(apiUrl)}. Check GH_HOST and GITHUB_API_URL.`,
    );
  const set = (name: SettingName, text: string, subject: string) => {
    log.mask(text);
    texts.set(name, { text, subject });
  };
  const keyFile = args.own.get("private-key-file");
  const [keyPath, keySubject] =
    keyFile === undefined
      ? [environment["FORGEHAND_PRIVATE_KEY_FILE"], "FORGEHAND_PRIVATE_KEY_FILE"]
      : [keyFile, "--private-key-file"];
  if (keyPath) {
    const { readKeyFile } = await import("../credentials/read-key-file.ts");
    set("private-key", readKeyFile(keyPath, keySubject, folder), keySubject);
  }
  const isApp = (["app-id", "private-key"] as const).some((name) => texts.has(name));
  if (args.own.get("gh") === "true") {
    const { ghToken } = await import("../credentials/gh-token.ts");
    set("token", await ghToken(apiUrl), "The token of the GitHub CLI");
  } else if (!isApp && !texts.has("token")) {
    const token = tokenFor(apiUrl, environment) ?? (await questions?.secret(`Token for ${apiUrl}:`));
    if (!token) throw new Problem(tokenAdvice(apiUrl, environment));
    set("token", token, "The token");
  }
  const own = SETTING_NAMES.filter((name) => SETTINGS[name].scope === "run").flatMap((name) => {
    const given = texts.get(name);
    return given === undefined ? [] : secretsInSetting(name, given.text);
  });
  const credentials = [...tokensIn(environment), ...own];
  return { environment, workspace: folder, credentials: [...new Set(credentials)], defaultApiUrl: apiUrl };
}
