import { execFile } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createClient } from "@forgehand/core";
import { createRunnerRegistrationToken, createRunnerRemoveToken } from "@forgehand/core/operations";
import { type Emulator, startEmulator } from "@forgehand/emulator";
import { readFlags } from "../../packages/emulator/src/flags.ts";
import type { Block } from "./blocks.ts";
import { isForShell, type Line, readCommands } from "./commands.ts";
import { checkProgram, emulatorFlags, exemptionOf } from "./programs.ts";

/** A document's commands as its reader runs them: one after the other, with one service. */
export interface Shell {
  /** Runs a block's commands, or checks them. @returns what is wrong with them */
  readonly run: (block: Block) => Promise<string[]>;
  /** What a service that was started with `--log` told so far, each line without its times. */
  readonly log: () => Promise<readonly string[]>;
  readonly stop: () => Promise<void>;
}

export const isShell = ({ language }: Block): boolean =>
  language === undefined || ["sh", "bash", "shell", "console"].includes(language);

/** @param folder where the files are that the document shows @param shown what it says that the service tells */
export function openShell(folder: string, shown: readonly string[]): Shell {
  const told: string[] = [];
  let flags: readonly string[] = ["--control"];
  let emulator: Emulator | undefined;
  mkdirSync(folder, { recursive: true });
  const place = (name: string) => (existsSync(join(folder, name)) ? join(folder, name) : name);
  const service = async (): Promise<Emulator> => {
    const { data, seed, limits, dialect, edition, control } = readFlags(flags);
    emulator ??= await startEmulator({
      ...{ seed: place(seed), limits: place(limits), dialect, edition, control },
      ...(data === undefined ? {} : { data: join(folder, data) }),
      log: (line) => told.push(withoutTimes(line)),
    });
    return emulator;
  };
  const begin = async (started: readonly string[]) => {
    flags = started;
    await emulator?.stop();
    emulator = undefined;
  };
  const execute = async (lines: readonly Line[]): Promise<string[]> => {
    if (!lines.some(({ text }) => /\bcurl\b/.test(text))) return [];
    const at = await service();
    // Whatever address a command names, it is this service that answers.
    const { port } = new URL(at.webUrl);
    const settings = [
      "silent",
      "show-error",
      `connect-to = "::127.0.0.1:${port}"`,
      'write-out = "\\n%{stderr}%{http_code} %{method} %{url}\\n"',
    ];
    writeFileSync(join(folder, ".curlrc"), settings.join("\n"));
    const script = lines.map(({ text }) => text).join("\n");
    const { code, errors } = await runScript(script, folder, await runnerTokens(at));
    const refused = errors.filter((line) => /^[45]\d\d /.test(line) && !shown.some((known) => tells(known, line)));
    return [
      ...refused.map((line) => `it is answered with ${line}`),
      ...(code === 0 ? [] : [`it ends with ${code}: ${errors.join(" ")}`]),
    ];
  };
  return {
    async run({ code, line }) {
      const problems: string[] = [];
      const lines = readCommands(code, line).filter(({ text }) => exemptionOf(text) === undefined);
      for (const { line: at, commands } of lines.filter((each) => !isForShell(each))) {
        for (const words of commands) {
          const problem = await checkProgram(words, folder);
          const started = emulatorFlags(words);
          if (problem !== undefined) problems.push(`line ${at}: ${problem}`);
          else if (started !== undefined) await begin(started);
        }
      }
      return [...problems, ...(await execute(lines.filter(isForShell)))];
    },
    async log() {
      await emulator?.control.settled();
      return told;
    },
    async stop() {
      await emulator?.stop();
    },
  };
}

/** A line of the service's log, without what differs from day to day. */
export const withoutTimes = (line: string): string =>
  line
    .replace(/^\d\d:\d\d:\d\d\.\d{3}\b/, "TIME")
    .replace(/ +\d+\.\d m?s\b/, " TOOK")
    .trimEnd();

/** Whether a line of the log tells of an answer: `404 GET http://127.0.0.1:4567/api/v3/repos/acme/gears`. */
function tells(known: string, answer: string): boolean {
  const [status = "", method = "", url = ""] = answer.split(" ");
  const words = new Set(known.split(/\s+/));
  return [status, method, new URL(url).pathname].every((word) => words.has(word));
}

/** What commands that set up and take down runners have in their environment. */
async function runnerTokens({ apiUrl, tokens }: Emulator): Promise<NodeJS.ProcessEnv> {
  const { call } = createClient({ baseUrl: apiUrl, credentials: tokens["alice"] ?? "" });
  const [set, remove] = [createRunnerRegistrationToken, createRunnerRemoveToken];
  return {
    REGISTRATION_TOKEN: (await call(set, { org: "acme" })).token,
    REMOVE_TOKEN: (await call(remove, { org: "acme" })).token,
  };
}

function runScript(script: string, folder: string, environment: NodeJS.ProcessEnv) {
  const env = { PATH: process.env["PATH"], CURL_HOME: folder, ...environment };
  return new Promise<{ code: number; errors: readonly string[] }>((resolve) => {
    execFile("sh", ["-e", "-c", script], { cwd: folder, env }, (error, _stdout, stderr) => {
      resolve({
        code: error === null ? 0 : Number(error.code ?? 1),
        errors: stderr.split("\n").filter((line) => line !== ""),
      });
    });
  });
}
