import type { Environment } from "@forgehand/tasks/host";
import type { Log } from "@forgehand/tasks/log";
import type { Arguments } from "./arguments/parse-arguments.ts";
import type { Terminal } from "./terminal/terminal.ts";

/** Arguments and surroundings of a command. */
export interface CommandContext {
  readonly args: Arguments;
  readonly environment: Environment;
  /** Absolute path of the folder that relative paths start from. */
  readonly folder: string;
  readonly terminal: Terminal;
  readonly log: Log;
  /** Writes to standard output. */
  readonly print: (text: string) => void;
}
