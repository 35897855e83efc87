import { spawnSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/**
 * A program that set-up doesn't bring itself.
 * @typedef {object} Program
 * @property {string} title what people call it
 * @property {string} variable the environment's word on where it is, which comes before the PATH
 * @property {readonly string[]} names what it is called on a PATH
 * @property {readonly string[]} packages Debian's, that bring it
 */

/** @param {string} file */
function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Where a program is: where its variable says, else on the PATH.
 * @param {Program} program
 * @returns {string | undefined} the executable's path
 */
export function findProgram({ variable, names }) {
  const told = process.env[variable];
  if (told) {
    if (isExecutable(told)) return told;
    throw new Error(`${variable} is ${told}, which is not an executable file. Correct or unset it.`);
  }
  for (const folder of (process.env["PATH"] ?? "").split(delimiter)) {
    for (const name of names) {
      const file = join(folder, name);
      if (isExecutable(file)) return file;
    }
  }
  return undefined;
}

/**
 * A program's path; installs Debian's package first where that is possible.
 * @param {Program} program
 * @param {(line: string) => void} say
 * @returns {string}
 */
export function ensureProgram(program, say) {
  const found = findProgram(program);
  if (found) return found;
  const { title, variable, packages } = program;
  const install = `apt-get update && apt-get install -y --no-install-recommends ${packages.join(" ")}`;
  const isRoot = process.getuid?.() === 0;
  const hasApt = spawnSync("apt-get", ["--version"], { stdio: "ignore" }).status === 0;
  if (!isRoot || !hasApt) {
    const command = hasApt ? `sudo sh -c '${install}'` : "your system's package manager";
    throw new Error(`No ${title} here. Install it with ${command}, or set ${variable} to one that you have.`);
  }
  say(`installing ${title} (Debian's package)`);
  const run = spawnSync("sh", ["-c", install], {
    stdio: ["ignore", "pipe", "pipe"],
    encoding: "utf8",
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  });
  const installed = findProgram(program);
  if (run.status !== 0 || !installed) {
    throw new Error(`${title} could not be installed with: ${install}\n${run.stderr}`);
  }
  return installed;
}
