import { parseArgs } from "node:util";
import { DIALECTS } from "@forgehand/core/dialects";
import { choose } from "./choice.ts";
import { EDITIONS } from "./editions.ts";
import { LIMIT_PRESETS } from "./limits/settings.ts";
import { readOrigin } from "./origin.ts";
import { SEEDS } from "./seed/start.ts";

// A table, like dialects, editions and seeds.
const LOGS = { none: true, requests: true };

/** What the command's flags ask for. */
export interface Flags {
  readonly help: boolean;
  readonly version: boolean;
  readonly log: keyof typeof LOGS;
  readonly port: number;
  readonly host: string;
  readonly url?: string;
  readonly dialect: keyof typeof DIALECTS;
  readonly edition: keyof typeof EDITIONS;
  readonly seed: string;
  readonly data?: string;
  readonly limits: string;
  readonly hookTimeout?: number;
  readonly control: boolean | "anyone";
}

const list = (choices: object) => Object.keys(choices).join(" or ");

export const HELP = `A code forge on this machine: REST API, state, permissions, webhooks and pages.

Usage: forgehand-emulator [flags]

What it is
  --seed S          what is there at the start: ${list(SEEDS)},
                    or a YAML or JSON file (demo)
  --data FILE       keep everything in this file; the seed is planted when it is
                    new, and what was there is there again (kept in memory)
  --dialect D       names on the wire: ${list(DIALECTS)} (github)
  --edition E       which operations there are:
                    ${list(EDITIONS)} (all)
  --limits L        rate limits: ${list(LIMIT_PRESETS)}, or a YAML or JSON file (off)
  --hook-timeout N  seconds that a webhook's receiver has to answer
                    (10; 30 on the self-hosted edition)

Where it is
  --port N          the port to listen on; 0 takes any free one (0)
  --host H          the address to listen on; 0.0.0.0 for all (127.0.0.1)
  --url URL         where others reach it, if not there: http://forge.test:8080

What it tells
  --control         serve the control API under /_control, to this machine alone
  --control-anyone  the same, to whoever reaches it: it gives out every secret
  --log L           ${list(LOGS)}: a line for each, on standard error (none)

  --help            this page
  --version         its version

When it is ready it prints one line of JSON: apiUrl, webUrl, dialect, edition and
tokens. A browser at webUrl shows what is running. It stops on SIGTERM and SIGINT,
and when the process that started it ends.

Examples
  forgehand-emulator --port 4567 --control --log requests
  forgehand-emulator --seed company.yaml --data company.db --limits published
`;

/** Reads the command's flags. @throws Error with one line that says what is wrong and what would be right */
export function readFlags(args: readonly string[]): Flags {
  const { values } = parse(args);
  return {
    help: values.help ?? false,
    version: values.version ?? false,
    log: choose("--log", values.log ?? "none", LOGS),
    port: readPort(values.port ?? "0"),
    host: given("--host", values.host ?? "127.0.0.1", "an address of this machine, such as 127.0.0.1"),
    ...(values.url === undefined ? {} : { url: readOrigin("--url", values.url) }),
    dialect: choose("--dialect", values.dialect ?? "github", DIALECTS),
    edition: choose("--edition", values.edition ?? "all", EDITIONS),
    seed: values.seed ?? "demo",
    ...(values.data === undefined ? {} : { data: given("--data", values.data, "the path of a file") }),
    limits: values.limits ?? "off",
    ...(values["hook-timeout"] === undefined ? {} : { hookTimeout: readSeconds(values["hook-timeout"]) }),
    control: values["control-anyone"] ? "anyone" : (values.control ?? false),
  };
}

function parse(args: readonly string[]) {
  const text = { type: "string" } as const;
  const yes = { type: "boolean" } as const;
  try {
    return parseArgs({
      args: [...args],
      options: {
        ...{ port: text, host: text, url: text, dialect: text, edition: text, seed: text, data: text, limits: text },
        ...{
          "hook-timeout": text,
          log: text,
          control: yes,
          "control-anyone": yes,
          help: { ...yes, short: "h" },
          version: yes,
        },
      },
    });
  } catch (error) {
    // The parser's message goes on with advice for programmers; its first sentence is for people.
    const problem = error instanceof Error ? error.message.split(/\.\s/)[0] : String(error);
    throw new Error(`${problem}. The flags are listed by --help.`);
  }
}

/** What must not be empty: an empty host would mean every interface of the machine, an empty file none. */
function given(flag: string, text: string, what: string): string {
  if (text.trim() !== "") return text;
  throw new Error(`${flag} is empty; it must be ${what}.`);
}

function readPort(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new Error(`--port is ${JSON.stringify(text)}; it must be a number from 0 to 65535.`);
}

function readSeconds(text: string): number {
  const seconds = Number(text);
  if (seconds > 0 && seconds <= 3600) return seconds;
  throw new Error(`--hook-timeout is ${JSON.stringify(text)}; it must be a number of seconds, up to 3600.`);
}
