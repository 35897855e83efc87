import { parseArgs } from "node:util";
import { DIALECTS } from "@forgehand/core/dialects";
import { SEEDS } from "./state/seed.ts";

const EDITIONS = ["all", "github.com", "enterprise-cloud", "self-hosted"] as const;
const LIMITS = ["off"] as const;
const LOGS = ["none", "requests"] as const;

/** What the command's flags ask for. */
export interface Flags {
  readonly help: boolean;
  readonly port: number;
  readonly host: string;
  readonly dialect: keyof typeof DIALECTS;
  readonly edition: (typeof EDITIONS)[number];
  readonly seed: keyof typeof SEEDS;
  readonly limits: (typeof LIMITS)[number];
  readonly control: boolean;
  readonly log: (typeof LOGS)[number];
}

export const HELP = `A small, local code forge.

forgehand-emulator [flags]
  --port N        the port to listen on; 0 takes any free one (0)
  --host H        the address to listen on (127.0.0.1)
  --dialect D     names on the wire: ${Object.keys(DIALECTS).join(" or ")} (github)
  --edition E     ${EDITIONS.join(", ")} (all)
  --seed S        what is there at the start: ${Object.keys(SEEDS).join(" or ")} (demo)
  --limits L      rate limits: ${LIMITS.join(" or ")} (off)
  --control       serve the control API under /_control
  --log L         ${LOGS.join(" or ")}, on standard error (none)
  --help          this page

When it is ready it prints one line of JSON: apiUrl, webUrl, dialect, edition, tokens.
`;

/** Reads the command's flags. @throws Error with one line that says what is wrong and what would be right */
export function readFlags(args: readonly string[]): Flags {
  const { values } = parse(args);
  const one = <T extends string>(flag: string, value: string, choices: readonly T[]): T => {
    const choice = choices.find((other) => other === value);
    if (choice !== undefined) return choice;
    throw new Error(`--${flag} is ${JSON.stringify(value)}; it must be ${choices.join(" or ")}.`);
  };
  return {
    help: values.help ?? false,
    port: readPort(values.port ?? "0"),
    host: values.host ?? "127.0.0.1",
    dialect: one("dialect", values.dialect ?? "github", keysOf(DIALECTS)),
    edition: one("edition", values.edition ?? "all", EDITIONS),
    seed: one("seed", values.seed ?? "demo", keysOf(SEEDS)),
    limits: one("limits", values.limits ?? "off", LIMITS),
    control: values.control ?? false,
    log: one("log", values.log ?? "none", LOGS),
  };
}

function keysOf<T extends string>(choices: Readonly<Record<T, unknown>>): T[] {
  const keys: T[] = [];
  for (const key in choices) keys.push(key);
  return keys;
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

function readPort(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new Error(`--port is ${JSON.stringify(text)}; it must be a number from 0 to 65535.`);
}
