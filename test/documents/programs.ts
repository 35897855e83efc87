import { execFile } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { parse } from "yaml";
import * as z from "zod/mini";
import { readFlags } from "../../packages/emulator/src/flags.ts";
import { ROOT } from "./blocks.ts";
import { NOT_RUN } from "./exemptions.ts";

/** What is wrong with a command; undefined, where nothing is. @param folder where the files are that its document shows */
type Check = (args: readonly string[], folder: string) => string | undefined | Promise<string | undefined>;

const read = (file: string) => readFileSync(join(ROOT, file), "utf8");
const { scripts } = z.object({ scripts: z.record(z.string(), z.string()) }).parse(JSON.parse(read("package.json")));
const { catalog } = z.object({ catalog: z.record(z.string(), z.string()) }).parse(parse(read("pnpm-workspace.yaml")));
const PACKAGES = new Set([...Object.keys(catalog), "@forgehand/core", "@forgehand/emulator"]);

/** The emulator's flags, as its command reads them: undefined where it would refuse them. */
const emulator: Check = (args) => complaintOf(() => readFlags(args));

/** Scripts that read flags, and what reads them; of others the words must be somewhere in what they run. */
const SCRIPTS: Readonly<Record<string, Check>> = {
  emulator,
  openapi: async (args) => {
    const options = { cwd: ROOT, maxBuffer: 2 ** 26 };
    try {
      const { stdout } = await promisify(execFile)(process.execPath, ["scripts/openapi.ts", ...args], options);
      return complaintOf(() => JSON.parse(stdout));
    } catch (error) {
      return String(error);
    }
  },
};

function script(name: string, args: readonly string[], folder: string): ReturnType<Check> {
  const command = scripts[name];
  if (command === undefined) return `there is no script "${name}"`;
  const reads = SCRIPTS[name];
  return reads ? reads(args, folder) : unknownTo(command, args);
}

/** What of a script's arguments stands nowhere in the programs that it runs. */
function unknownTo(command: string, args: readonly string[]): string | undefined {
  const programs = command.match(/\S+\.(?:ts|mjs)\b/g) ?? [];
  const sources = programs
    .flatMap((file) => globSync(`${dirname(file)}/**/*.{ts,mjs}`, { cwd: ROOT }))
    .map(read)
    .join("\n");
  // Where something is to go is the reader's own choice.
  const isPlace = (arg: string) => /^(?:\/|~|\.\.?\/)/.test(arg);
  const words = args.filter((arg) => !isPlace(arg));
  const unknown = words.find((arg) => !new RegExp(`\\b${RegExp.escape(arg.replace(/^--?/, ""))}\\b`).test(sources));
  return unknown && `"${unknown}" is nothing that ${programs.join(" or ") || "it"} knows`;
}

const npm: Check = ([command = "", ...rest], folder) => {
  const args = rest.filter((arg, at) => at > 0 || arg !== "-s");
  const passed = (given: readonly string[]) => (given[0] === "--" ? given.slice(1) : given);
  if (command === "run") return script(args[0] ?? "", passed(args.slice(1)), folder);
  if (command === "start" || command === "test") return script(command, passed(args), folder);
  if (["install", "i", "add"].includes(command)) return unknownPackage(args.filter((arg) => !SAVING.has(arg)));
  return `what "npm ${command}" does is not known here`;
};

const SAVING = new Set(["-D", "--save-dev", "-E", "--save-exact"]);

function unknownPackage(names: readonly string[]): string | undefined {
  const unknown = names.find((name) => !PACKAGES.has(name.replace(/(?<=.)@[^/]*$/, "")));
  return unknown && `"${unknown}" is no package of this project, nor one that it uses`;
}

/** The package, and the command that is there once it is installed. */
const EMULATOR = new Set(["@forgehand/emulator", "forgehand-emulator"]);

const npx: Check = (args, folder) => {
  const [name = "", ...rest] = args.filter((arg) => !/^(?:-y|--yes)$/.test(arg));
  if (EMULATOR.has(name)) return emulator(rest, folder);
  return existsSync(join(ROOT, "node_modules/.bin", name)) ? undefined : `there is no command "${name}"`;
};

const node: Check = (args, folder) => {
  const file = args.find((arg) => !arg.startsWith("-"));
  if (file === undefined || existsSync(join(ROOT, file)) || existsSync(join(folder, file))) return undefined;
  return `there is no ${file}`;
};

const docker: Check = (args, folder) => {
  const file = args[args.indexOf("-f") + 1];
  if (args[0] === "build")
    return file !== undefined && existsSync(join(ROOT, file)) ? undefined : `there is no ${file}`;
  const image = args.indexOf("forgehand-emulator");
  if (args[0] === "run" && image > 0) return emulator(args.slice(image + 1), folder);
  return `what "docker ${args[0]}" does is not known here`;
};

const PROGRAMS: Readonly<Record<string, Check>> = {
  ...{ npm, npx, node, docker, pnpm: npm },
  "forgehand-emulator": emulator,
  git: ([command, address]) =>
    command === "clone" && address !== "https://github.com/forgehand/forgehand"
      ? `${address} is not the project`
      : undefined,
  cd: () => undefined,
};

/** What a line begins with that need not be run; undefined, where it has to be. */
export const exemptionOf = (text: string): string | undefined =>
  Object.keys(NOT_RUN).find((beginning) => text.startsWith(beginning));

/** What is wrong with a command that no shell runs here; undefined, where nothing is. */
export async function checkProgram(words: readonly string[], folder: string): Promise<string | undefined> {
  const [program = "", ...args] = words;
  const check = PROGRAMS[program];
  return check ? check(args, folder) : `no check knows the program "${program}"`;
}

/** The flags of the emulator that a command starts, if it starts one. */
export function emulatorFlags(words: readonly string[]): readonly string[] | undefined {
  const [program, ...args] = words;
  if (program === "forgehand-emulator") return args;
  if (program === "npx") return EMULATOR.has(args[0] ?? "") ? args.slice(1) : undefined;
  if (program !== "npm" || args[0] !== "run" || !args.includes("emulator")) return undefined;
  return args.slice(args.indexOf("emulator") + 1).filter((arg) => arg !== "--");
}

function complaintOf(act: () => unknown): string | undefined {
  try {
    act();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
