import { execFile } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createClient } from "@forgehand/core";
import { createRunnerRegistrationToken, createRunnerRemoveToken } from "@forgehand/core/operations";
import { type Emulator, startEmulator } from "@forgehand/emulator";
import { readFlags } from "../../packages/emulator/src/flags.ts";
import type { Block } from "./blocks.ts";
import { checkProgram, emulatorFlags, exemptionOf } from "./check-program.ts";
import { type CommandLine, callsEmulator, readCommands, runsInShell } from "./commands.ts";

/** Runs the commands of a document in order, with one emulator. */
export interface DocumentShell {
  /**
   * Runs a block's commands, or checks those that cannot run.
   * @returns their problems
   */
  readonly run: (block: Block) => Promise<string[]>;
  /** Lines that an emulator started with `--log` has logged, without times. */
  readonly log: () => Promise<readonly string[]>;
  readonly stop: () => Promise<void>;
}

export const isShell = ({ language }: Block): boolean =>
  language === undefined || ["sh", "bash", "shell", "console"].includes(language);

/**
 * @param folder contains the files that the document shows
 * @param shown the log lines that the document shows
 */
export function createDocumentShell(folder: string, shown: readonly string[]): DocumentShell {
  const logLines: string[] = [];
  let emulatorOptions: readonly string[] = ["--control"];
  let emulator: Emulator | undefined;
  mkdirSync(folder, { recursive: true });
  const resolveFile = (name: string) => (existsSync(join(folder, name)) ? join(folder, name) : name);
  const startedEmulator = async (): Promise<Emulator> => {
    const { data, seed, limits, dialect, edition, control, ...access } = readFlags(emulatorOptions);
    emulator ??= await startEmulator({
      seed: resolveFile(seed),
      limits: resolveFile(limits),
      dialect,
      edition,
      control,
      // Clients call it at the port that it has here.
      allowHosts: [...access.allowHosts, ...(access.url === undefined ? [] : [new URL(access.url).host])],
      allowOrigins: access.allowOrigins,
      fixedTokens: access.fixedTokens,
      ...(data === undefined ? {} : { data: join(folder, data) }),
      log: (line) => logLines.push(withoutTimes(line)),
    });
    return emulator;
  };
  const restartWith = async (newOptions: readonly string[]) => {
    emulatorOptions = newOptions;
    await emulator?.stop();
    emulator = undefined;
  };
  const execute = async (lines: readonly CommandLine[]): Promise<string[]> => {
    if (!lines.some(callsEmulator)) return [];
    const service = await startedEmulator();
    // Makes curl connect to the emulator, regardless of the host in a command's URL.
    const { port } = new URL(service.webUrl);
    const settings = [
      "silent",
      "show-error",
      `connect-to = "::127.0.0.1:${port}"`,
      'write-out = "\\n%{stderr}%{http_code} %{method} %{url}\\n"',
    ];
    writeFileSync(join(folder, ".curlrc"), settings.join("\n"));
    const script = lines.map(({ text }) => text).join("\n");
    const { code, errors } = await runScript(script, folder, {
      ...(await runnerTokens(service)),
      CONTROL_TOKEN: service.controlToken,
      ...gitSettings(folder, service),
    });
    const unexpectedErrors = errors.filter(
      (line) => /^[45]\d\d /.test(line) && !shown.some((shownLine) => mentionsResponse(shownLine, line)),
    );
    return [
      ...unexpectedErrors.map((line) => `the service responds with ${line}`),
      ...(code === 0 ? [] : [`the commands exit with code ${code}: ${errors.join(" ")}`]),
    ];
  };
  return {
    async run({ code, line }) {
      const problems: string[] = [];
      const lines = readCommands(code, line).filter(({ text }) => exemptionOf(text) === undefined);
      for (const { line: at, commands } of lines.filter((commandLine) => !runsInShell(commandLine))) {
        for (const words of commands) {
          const problem = await checkProgram(words, folder);
          const newOptions = emulatorFlags(words);
          if (problem !== undefined) problems.push(`line ${at}: ${problem}`);
          else if (newOptions !== undefined) await restartWith(newOptions);
        }
      }
      return [...problems, ...(await execute(lines.filter(runsInShell)))];
    },
    async log() {
      await emulator?.control.settled();
      return logLines;
    },
    async stop() {
      await emulator?.stop();
    },
  };
}

/** A line of the emulator's log without its times, which change with every run. */
export const withoutTimes = (line: string): string =>
  line
    .replace(/^\d\d:\d\d:\d\d\.\d{3}\b/, "TIME")
    .replace(/ +\d+\.\d m?s\b/, " TOOK")
    .trimEnd();

/** Whether a log line is about a response such as `404 GET http://127.0.0.1:4567/api/v3/repos/acme/gears`. */
function mentionsResponse(shownLine: string, responseLine: string): boolean {
  const [status = "", method = "", url = ""] = responseLine.split(" ");
  const words = new Set(shownLine.split(/\s+/));
  return [status, method, new URL(url).pathname].every((word) => words.has(word));
}

/** Environment variables for commands that add and remove runners. */
async function runnerTokens({ apiUrl, tokens }: Emulator): Promise<NodeJS.ProcessEnv> {
  const { call } = createClient({ baseUrl: apiUrl, credentials: tokens["alice"] ?? "" });
  const [register, remove] = [createRunnerRegistrationToken, createRunnerRemoveToken];
  return {
    REGISTRATION_TOKEN: (await call(register, { org: "acme" })).token,
    REMOVE_TOKEN: (await call(remove, { org: "acme" })).token,
  };
}

/** Returns variables that make git use no other configuration, and connect to the emulator like curl. */
function gitSettings(folder: string, { webUrl }: Emulator): NodeJS.ProcessEnv {
  const settings = { "http.proxy": webUrl, "user.name": "Alice", "user.email": "alice@example.com" };
  const variables = Object.entries(settings).flatMap(([key, value], index) => [
    [`GIT_CONFIG_KEY_${index}`, key],
    [`GIT_CONFIG_VALUE_${index}`, value],
  ]);
  const count = String(Object.keys(settings).length);
  const isolation = { HOME: folder, GIT_CONFIG_NOSYSTEM: "1", GIT_TERMINAL_PROMPT: "0", GIT_CONFIG_COUNT: count };
  return { ...isolation, ...Object.fromEntries(variables) };
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
