import { execFile } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { parse } from "yaml";
import * as z from "zod/mini";
import { parseArguments } from "../../packages/cli/src/arguments/parse-arguments.ts";
import { readFlags } from "../../packages/emulator/src/flags.ts";
import { ROOT } from "./blocks.ts";
import { NOT_RUN } from "./exemptions.ts";

/**
 * Returns the problem of a command; undefined if it is valid.
 * @param folder contains the files that the document shows
 */
type ProgramCheck = (args: readonly string[], folder: string) => string | undefined | Promise<string | undefined>;

const read = (file: string) => readFileSync(join(ROOT, file), "utf8");
const { scripts } = z.object({ scripts: z.record(z.string(), z.string()) }).parse(JSON.parse(read("package.json")));
const { catalog } = z.object({ catalog: z.record(z.string(), z.string()) }).parse(parse(read("pnpm-workspace.yaml")));
const KNOWN_PACKAGES = new Set([
  ...Object.keys(catalog),
  ...["core", "emulator", "cli", "redis", "postgres"].map((name) => `@forgehand/${name}`),
]);

/** Checks the emulator's flags with the emulator's own parser. */
const emulator: ProgramCheck = (args) => errorOf(() => readFlags(args));

/** Checks the arguments of the command line with its own parser. */
const forgehand: ProgramCheck = (args) => errorOf(() => parseArguments(args));

/**
 * Checks of scripts that parse flags. For other scripts, each argument must occur in the source of the programs that
 * they run.
 */
const SCRIPT_CHECKS: Readonly<Record<string, ProgramCheck>> = {
  emulator,
  forgehand,
  openapi: async (args) => {
    const options = { cwd: ROOT, maxBuffer: 2 ** 26 };
    try {
      const { stdout } = await promisify(execFile)(process.execPath, ["scripts/openapi.ts", ...args], options);
      return errorOf(() => JSON.parse(stdout));
    } catch (error) {
      return String(error);
    }
  },
};

function script(name: string, args: readonly string[], folder: string): ReturnType<ProgramCheck> {
  const command = scripts[name];
  if (command === undefined) return `the script "${name}" must exist in package.json`;
  const check = SCRIPT_CHECKS[name];
  return check ? check(args, folder) : checkArguments(command, args);
}

/** Checks that each argument occurs in the programs that a script runs. */
function checkArguments(command: string, args: readonly string[]): string | undefined {
  const programs = command.match(/\S+\.(?:ts|mjs)\b/g) ?? [];
  const sources = programs
    .flatMap((file) => globSync(`${dirname(file)}/**/*.{ts,mjs}`, { cwd: ROOT }))
    .map(read)
    .join("\n");
  // Paths are the reader's choice.
  const isPath = (arg: string) => /^(?:\/|~|\.\.?\/)/.test(arg);
  const words = args.filter((arg) => !isPath(arg));
  const unknown = words.find((arg) => !new RegExp(`\\b${RegExp.escape(arg.replace(/^--?/, ""))}\\b`).test(sources));
  return unknown && `"${unknown}" must occur in ${programs.join(" or ") || "the script"}`;
}

const npm: ProgramCheck = ([command = "", ...rest], folder) => {
  const args = rest.filter((arg, at) => at > 0 || arg !== "-s");
  const withoutSeparator = (words: readonly string[]) => (words[0] === "--" ? words.slice(1) : words);
  if (command === "run") return script(args[0] ?? "", withoutSeparator(args.slice(1)), folder);
  if (command === "start" || command === "test") return script(command, withoutSeparator(args), folder);
  if (["install", "i", "add"].includes(command)) return checkPackages(args.filter((arg) => !SAVE_FLAGS.has(arg)));
  return unknownCommand(`npm ${command}`);
};

const SAVE_FLAGS = new Set(["-g", "--global", "-D", "--save-dev", "-E", "--save-exact"]);

function checkPackages(names: readonly string[]): string | undefined {
  const unknown = names.find((name) => !KNOWN_PACKAGES.has(name.replace(/(?<=.)@[^/]*$/, "")));
  return unknown && `"${unknown}" must be a package of this project or a dependency of it`;
}

/** The package, and the command that it installs. */
const EMULATOR_NAMES = new Set(["@forgehand/emulator", "forgehand-emulator"]);

/** Prints a migration with the command of the package. */
const migration: ProgramCheck = async (args) => {
  try {
    const { stdout } = await promisify(execFile)(process.execPath, ["packages/postgres/src/cli.ts", ...args], {
      cwd: ROOT,
    });
    return stdout.includes("CREATE TABLE") ? undefined : "forgehand-postgres must print a migration";
  } catch (error) {
    return String(error);
  }
};

const npx: ProgramCheck = (args, folder) => {
  const [name = "", ...rest] = args.filter((arg) => !/^(?:-y|--yes)$/.test(arg));
  if (name === "forgehand-postgres") return migration(rest, folder);
  if (EMULATOR_NAMES.has(name)) return emulator(rest, folder);
  return existsSync(join(ROOT, "node_modules/.bin", name)) ? undefined : `the command "${name}" must exist`;
};

const node: ProgramCheck = (args, folder) => {
  const file = args.find((arg) => !arg.startsWith("-"));
  if (file === undefined || existsSync(join(ROOT, file)) || existsSync(join(folder, file))) return undefined;
  return `${file} must exist`;
};

const docker: ProgramCheck = (args, folder) => {
  if (args[0] === "build") {
    const file = args.includes("-f") ? args[args.indexOf("-f") + 1] : undefined;
    return file !== undefined && existsSync(join(ROOT, file))
      ? undefined
      : "docker build needs -f with an existing file";
  }
  const image = args.indexOf("forgehand-emulator");
  if (args[0] === "run" && image > 0) return emulator(args.slice(image + 1), folder);
  return unknownCommand(`docker ${args[0]}`);
};

const PROGRAMS: Readonly<Record<string, ProgramCheck>> = {
  npm,
  npx,
  node,
  docker,
  pnpm: npm,
  "forgehand-emulator": emulator,
  forgehand,
  git: ([command, address]) =>
    command === "clone" && address !== "https://github.com/forgehand/forgehand"
      ? `${address} is not the project`
      : undefined,
  gh: (args) => {
    const command = args.slice(0, 2).join(" ");
    if (!["release download", "attestation verify"].includes(command)) return unknownCommand(`gh ${command}`);
    return args[args.indexOf("--repo") + 1] === "forgehand/forgehand" ? undefined : "gh must name the project";
  },
  sha256sum: ([option]) => (option === "--check" ? undefined : unknownCommand(`sha256sum ${option}`)),
  psql: ([database]) => (database === "$DATABASE_URL" ? undefined : unknownCommand(`psql ${database}`)),
  cd: () => undefined,
};

/** Returns the prefix that exempts a line from running; undefined if it must run. */
export const exemptionOf = (text: string): string | undefined =>
  Object.keys(NOT_RUN).find((prefix) => text.startsWith(prefix));

/** Returns the problem of a command that is checked without running; undefined if it is valid. */
export async function checkProgram(words: readonly string[], folder: string): Promise<string | undefined> {
  const [program = "", ...args] = words;
  const check = PROGRAMS[program];
  return check ? check(args, folder) : unknownCommand(program);
}

/**
 * Returns the emulator's flags if a command starts it: `forgehand-emulator`, `npx` without flags of its own, or
 * `npm run`; undefined for all others. `npx -y` and `docker run` are only checked.
 */
export function emulatorFlags(words: readonly string[]): readonly string[] | undefined {
  const [program, ...args] = words;
  if (program === "forgehand-emulator") return args;
  if (program === "npx") return EMULATOR_NAMES.has(args[0] ?? "") ? args.slice(1) : undefined;
  if (program !== "npm" || args[0] !== "run" || !args.includes("emulator")) return undefined;
  return args.slice(args.indexOf("emulator") + 1).filter((arg) => arg !== "--");
}

const unknownCommand = (command: string) => `this check does not know "${command}"; add it to check-program.ts`;

function errorOf(run: () => unknown): string | undefined {
  try {
    run();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
