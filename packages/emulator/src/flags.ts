import { parseArgs } from "node:util";
import { DIALECTS } from "@forgehand/core/dialects";
import { choose } from "./choice.ts";
import { EDITIONS } from "./editions.ts";
import { readHost } from "./hosts/host.ts";
import { LIMIT_PRESETS } from "./limits/settings.ts";
import { MARKUPS, type Markup, NEWEST_MARKUP } from "./markup.ts";
import { readAllowedOrigin, readOrigin } from "./origin.ts";
import { BUILT_IN_SEEDS } from "./seed/load-seed.ts";

// Valid values of `--log`, in an object because {@link choose} takes its choices as keys.
const LOG_MODES = { none: true, requests: true };

/** Parsed command-line flags. */
export interface Flags {
  readonly help: boolean;
  readonly version: boolean;
  readonly detached: boolean;
  readonly log: keyof typeof LOG_MODES;
  readonly port: number;
  readonly https: boolean;
  readonly host: string;
  readonly url?: string;
  readonly allowHosts: readonly string[];
  readonly allowOrigins: readonly string[];
  readonly dialect: keyof typeof DIALECTS;
  readonly edition: keyof typeof EDITIONS;
  readonly markup: Markup;
  readonly seed: string;
  readonly fixedTokens: boolean;
  readonly data?: string;
  readonly limits: string;
  readonly hookTimeout?: number;
  readonly allowHookHosts: readonly string[];
  readonly control: boolean | "anyone";
}

const listChoices = (choices: object) => Object.keys(choices).join(" or ");

export const HELP = `Local GitHub emulator: REST API, state, permissions, webhooks and web pages.

Usage: forgehand-emulator [flags]

Service
  --seed S          initial state: ${listChoices(BUILT_IN_SEEDS)},
                    or a YAML or JSON file (demo)
  --fixed-tokens    the same tokens at each start, which other pages and people
                    know (random)
  --data FILE       store the state in this file; a new file gets the seed, an
                    existing file is used as it is (in memory)
  --dialect D       vocabulary of the API: ${listChoices(DIALECTS)} (github)
  --edition E       edition whose operations are served:
                    ${listChoices(EDITIONS)} (all)
  --markup M        the pages have the markup that GitHub's had in that year:
                    ${listChoices(MARKUPS)} (${NEWEST_MARKUP})
  --limits L        rate limits: ${listChoices(LIMIT_PRESETS)}, or a YAML or JSON file (off)
  --hook-timeout N  seconds that a webhook receiver has to respond
                    (10; 30 on the self-hosted edition)
  --allow-hook-host H
                    deliver webhooks to this host although its address is
                    private: HOST or HOST:PORT; repeatable (none but those in
                    a seed file)

Address
  --port N          port to listen on; 0 picks any free one (0)
  --host H          address to listen on; 0.0.0.0 for all (127.0.0.1)
  --https           serve https instead of http, with a certificate that is created
                    at each start
  --url URL         base URL for clients, if different: http://forge.test:8080
  --allow-host H    serve requests to this host, too: HOST or HOST:PORT; repeatable
                    (the URL's host, localhost, and the IP addresses listened on)
  --allow-origin O  let web pages of this origin use the API: http://localhost:5173,
                    or * for all; repeatable (own pages and browser extensions)

Control and logs
  --control         serve the control API under /_control, to this machine only
  --control-anyone  the same, to every client that has the control token
  --log L           ${listChoices(LOG_MODES)}: one line per request on standard error (none)

  --detached        keep running when the process that started it ends
  --help            show this help
  --version         show the version

When ready, it prints one line of JSON: apiUrl, webUrl, startUrl, dialect, edition,
tokens, apps and controlToken; with --https also certificateFile, for SSL_CERT_FILE.
Open startUrl in a browser for an overview. It stops on SIGTERM and SIGINT and,
without --detached, when the process that started it ends.

Examples
  forgehand-emulator --port 4567 --control --log requests
  forgehand-emulator --seed company.yaml --data company.db --limits published
`;

/**
 * Parses the command-line flags.
 * @throws Error with one line that says what is wrong and what would be valid
 */
export function readFlags(args: readonly string[]): Flags {
  const { values } = parse(args);
  return {
    help: values.help ?? false,
    version: values.version ?? false,
    detached: values.detached ?? false,
    log: choose("--log", values.log ?? "none", LOG_MODES),
    port: readPort(values.port ?? "0"),
    https: values.https ?? false,
    host: readNonEmpty("--host", values.host ?? "127.0.0.1", "an address of this machine, such as 127.0.0.1"),
    ...(values.url === undefined ? {} : { url: readOrigin("--url", values.url) }),
    allowHosts: readHosts("--allow-host", values["allow-host"]),
    allowOrigins: (values["allow-origin"] ?? []).map((text) => readAllowedOrigin("--allow-origin", text)),
    dialect: choose("--dialect", values.dialect ?? "github", DIALECTS),
    edition: choose("--edition", values.edition ?? "all", EDITIONS),
    markup: choose<Markup>("--markup", values.markup ?? NEWEST_MARKUP, MARKUPS),
    seed: values.seed ?? "demo",
    fixedTokens: values["fixed-tokens"] ?? false,
    ...(values.data === undefined ? {} : { data: readNonEmpty("--data", values.data, "the path of a file") }),
    limits: values.limits ?? "off",
    ...(values["hook-timeout"] === undefined ? {} : { hookTimeout: readSeconds(values["hook-timeout"]) }),
    allowHookHosts: readHosts("--allow-hook-host", values["allow-hook-host"]),
    control: values["control-anyone"] ? "anyone" : (values.control ?? false),
  };
}

function parse(args: readonly string[]) {
  const text = { type: "string" } as const;
  const booleanFlag = { type: "boolean" } as const;
  try {
    return parseArgs({
      args: [...args],
      options: {
        port: text,
        host: text,
        https: booleanFlag,
        url: text,
        "allow-host": { ...text, multiple: true },
        "allow-origin": { ...text, multiple: true },
        dialect: text,
        edition: text,
        markup: text,
        seed: text,
        "fixed-tokens": booleanFlag,
        data: text,
        limits: text,
        "hook-timeout": text,
        "allow-hook-host": { ...text, multiple: true },
        log: text,
        control: booleanFlag,
        "control-anyone": booleanFlag,
        detached: booleanFlag,
        help: { ...booleanFlag, short: "h" },
        version: booleanFlag,
      },
    });
  } catch (error) {
    // The rest of the parser's message is advice for programmers.
    const problem = error instanceof Error ? error.message.split(/\.\s/)[0] : String(error);
    throw new Error(`${problem}. Run with --help for a list of flags.`);
  }
}

/** Rejects empty values: an empty host would mean every interface, and an empty path an in-memory database. */
function readNonEmpty(flag: string, text: string, rule: string): string {
  if (text.trim() !== "") return text;
  throw new Error(`${flag} must be ${rule}, got an empty value.`);
}

/** Validates hosts, which are passed on as they are. */
function readHosts(flag: string, hosts: readonly string[] = []): readonly string[] {
  for (const host of hosts) readHost(flag, host);
  return hosts;
}

function readPort(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new Error(`--port must be a number from 0 to 65535, got ${JSON.stringify(text)}.`);
}

function readSeconds(text: string): number {
  const seconds = Number(text);
  if (seconds > 0 && seconds <= 3600) return seconds;
  throw new Error(`--hook-timeout must be a number of seconds, up to 3600, got ${JSON.stringify(text)}.`);
}
