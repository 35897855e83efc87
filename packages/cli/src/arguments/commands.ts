/** A command of the program. */
export interface Command {
  readonly summary: string;
  /** Its positional arguments, as usage shows them. */
  readonly usage?: string;
  /** Whether it takes the settings of tasks as flags. */
  readonly takesSettings: boolean;
  /** The program's own flags that it takes. */
  readonly flags: readonly OwnFlag[];
}

/** Flags of the program that are not settings of tasks. */
export const OWN_FLAGS = {
  yes: { shape: "flag", short: "y", description: "Makes the changes without asking. Required without a terminal." },
  json: {
    shape: "flag",
    description: "Prints the report as one JSON document on standard output, and nothing else there.",
  },
  all: { shape: "flag", description: "Lists every skipped target. By default, many are counted by reason." },
  gh: { shape: "flag", description: "Uses the token that the GitHub CLI has stored (gh auth token)." },
  "private-key-file": { shape: "text", description: "The file that contains the app's private key (PEM)." },
  force: { shape: "flag", description: "Overwrites an existing file." },
  verbose: { shape: "flag", description: "Logs every call." },
  color: { shape: "flag", description: "Uses colors. --no-color turns them off, as does the variable NO_COLOR." },
  help: { shape: "flag", short: "h", description: "Shows this help." },
  version: { shape: "flag", description: "Shows the version." },
} as const satisfies Record<string, OwnFlagDefinition>;

interface OwnFlagDefinition {
  readonly shape: "flag" | "text";
  readonly short?: string;
  readonly description: string;
}

export type OwnFlag = keyof typeof OWN_FLAGS;

/** Flags that all commands take. */
const COMMON = ["color", "help", "version"] as const;
const RUN = ["json", "all", "gh", "private-key-file", "verbose", ...COMMON] as const;

export const COMMANDS = {
  init: {
    summary: "Writes a configuration file with comments. In a terminal, it asks for what is not given.",
    takesSettings: true,
    flags: ["force", ...COMMON],
  },
  plan: { summary: "Shows what would change, and changes nothing.", takesSettings: true, flags: RUN },
  check: { summary: "Like plan, for monitoring: any difference is an error.", takesSettings: true, flags: RUN },
  apply: { summary: "Shows the plan, asks, and makes the changes.", takesSettings: true, flags: ["yes", ...RUN] },
  redeliver: {
    summary: "Redelivers failed webhook deliveries, without a file: apply with the task redeliver.",
    takesSettings: true,
    flags: ["yes", ...RUN],
  },
  explain: {
    summary: "Lists the token kinds, scopes and permissions that the configuration, or one operation, needs.",
    usage: "[OPERATION]",
    takesSettings: true,
    flags: ["json", ...COMMON],
  },
  completion: {
    summary: "Prints a script that completes commands and flags in a shell: bash, zsh or fish.",
    usage: "SHELL",
    takesSettings: false,
    flags: COMMON,
  },
  help: { summary: "Shows help on a command.", usage: "[COMMAND]", takesSettings: false, flags: COMMON },
} as const satisfies Record<string, Command>;

export type CommandName = keyof typeof COMMANDS;

/** The commands that run tasks. */
export type RunCommandName = "plan" | "check" | "apply" | "redeliver";

export function isCommandName(name: string): name is CommandName {
  return Object.hasOwn(COMMANDS, name);
}

export function isOwnFlag(name: string): name is OwnFlag {
  return Object.hasOwn(OWN_FLAGS, name);
}
