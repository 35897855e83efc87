import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import type { Emulator } from "@forgehand/emulator";
import { emulatorTest } from "@forgehand/emulator/vitest";
import { spawn } from "@lydell/node-pty";
import { vi } from "vitest";
import { COMPILE_CACHE } from "../service/emulator-process.ts";
import { CLI, type Variables } from "./cli-process.ts";

export const POLL_OPTIONS = { timeout: 60_000, interval: 20 };

/** A test with an emulator and an empty folder to run the command in. */
export const test = emulatorTest({}).extend<{ folder: string }>({
  folder: async ({ emulator: _ }, use) => {
    const folder = mkdtempSync(join(tmpdir(), "forgehand-cli-"));
    await use(folder);
    rmSync(folder, { recursive: true, force: true });
  },
});

/** Returns the variables with which the command uses an emulator and one of its tokens. */
export function variablesFor({ apiUrl, tokens }: Pick<Emulator, "apiUrl" | "tokens">, token = "alice"): Variables {
  return { GITHUB_API_URL: apiUrl, GH_TOKEN: tokens[token] ?? token };
}

/** The command in a terminal. */
export interface TerminalSession {
  /** Everything that was written, with control sequences. */
  readonly raw: () => string;
  /** Everything that was written, without control sequences and with usual line breaks. */
  readonly text: () => string;
  readonly type: (keys: string) => void;
  /** Waits until a text was written. */
  readonly waitFor: (text: string) => Promise<void>;
  readonly done: Promise<number>;
}

/** Starts the built command in a pseudo-terminal. */
export function startInTerminal(
  folder: string,
  args: readonly string[],
  variables: Variables,
  columns = 120,
): TerminalSession {
  const environment = { PATH: process.env["PATH"] ?? "", TERM: "xterm-256color", NODE_COMPILE_CACHE: COMPILE_CACHE };
  const terminal = spawn(process.execPath, [CLI, ...args], {
    name: "xterm-256color",
    cols: columns,
    rows: 40,
    cwd: folder,
    env: { ...environment, ...variables },
  });
  let raw = "";
  terminal.onData((data) => {
    raw += data;
  });
  const done = new Promise<number>((resolve) => {
    terminal.onExit(({ exitCode }) => resolve(exitCode));
  });
  const text = () => stripVTControlCharacters(raw).replaceAll("\r\n", "\n");
  return {
    raw: () => raw,
    text,
    type: (keys) => terminal.write(keys),
    waitFor: (expected) =>
      vi.waitFor(() => {
        if (!text().includes(expected)) throw new Error(`The terminal must show ${expected}, got:\n${text()}`);
      }, POLL_OPTIONS),
    done,
  };
}
