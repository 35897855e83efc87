import { parseArgs } from "node:util";
import { DIALECTS } from "@forgehand/core/dialects";
import { choose } from "./choice.ts";
import { EDITIONS } from "./editions.ts";
import { LIMIT_PRESETS } from "./limits/settings.ts";
import { SEEDS } from "./seed/start.ts";

// A table, like dialects, editions and seeds.
const LOGS = { none: true, requests: true };

/** What the command's flags ask for. */
export interface Flags {
  readonly help: boolean;
  readonly port: number;
  readonly host: string;
  readonly dialect: keyof typeof DIALECTS;
  readonly edition: keyof typeof EDITIONS;
  readonly seed: string;
  readonly limits: string;
  readonly control: boolean;
  readonly log: keyof typeof LOGS;
}

const list = (choices: object) => Object.keys(choices).join(" or ");

export const HELP = `A small, local code forge.

forgehand-emulator [flags]
  --port N        the port to listen on; 0 takes any free one (0)
  --host H        the address to listen on (127.0.0.1)
  --dialect D     names on the wire: ${list(DIALECTS)} (github)
  --edition E     which operations there are: ${list(EDITIONS)} (all)
  --seed S        what is there at the start: ${list(SEEDS)}, or a YAML or JSON file (demo)
  --limits L      rate limits: ${list(LIMIT_PRESETS)}, or a YAML or JSON file (off)
  --control       serve the control API under /_control
  --log L         ${list(LOGS)}, on standard error (none)
  --help          this page

It stops on SIGTERM and SIGINT, and when the process that started it ends.
When it is ready it prints one line of JSON: apiUrl, webUrl, dialect, edition, tokens.
`;

/** Reads the command's flags. @throws Error with one line that says what is wrong and what would be right */
export function readFlags(args: readonly string[]): Flags {
  const { values } = parse(args);
  return {
    help: values.help ?? false,
    port: readPort(values.port ?? "0"),
    host: readHost(values.host ?? "127.0.0.1"),
    dialect: choose("--dialect", values.dialect ?? "github", DIALECTS),
    edition: choose("--edition", values.edition ?? "all", EDITIONS),
    seed: values.seed ?? "demo",
    limits: values.limits ?? "off",
    control: values.control ?? false,
    log: choose("--log", values.log ?? "none", LOGS),
  };
}

function parse(args: readonly string[]) {
  const text = { type: "string" } as const;
  const yes = { type: "boolean" } as const;
  try {
    return parseArgs({
      args: [...args],
      options: {
        ...{ port: text, host: text, dialect: text, edition: text, seed: text, limits: text, log: text },
        ...{ control: yes, help: yes },
      },
    });
  } catch (error) {
    // The parser's message goes on with advice for programmers; its first sentence is for people.
    const problem = error instanceof Error ? error.message.split(". ")[0] : String(error);
    throw new Error(`${problem}. The flags are listed by --help.`);
  }
}

function readHost(text: string): string {
  // An empty host would mean every interface of the machine.
  if (text.trim() !== "") return text;
  throw new Error("--host is empty; it must be an address of this machine, such as 127.0.0.1.");
}

function readPort(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new Error(`--port is ${JSON.stringify(text)}; it must be a number from 0 to 65535.`);
}
