import { spawnSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/**
 * A program that set-up does not install with npm.
 * @typedef {object} Program
 * @property {string} title display name
 * @property {string} variable environment variable with its path, which overrides the PATH
 * @property {readonly string[]} names file names to search for on the PATH
 * @property {readonly string[]} packages Debian packages that contain it
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
 * Finds a program: at the path in its variable, or on the PATH.
 * @param {Program} program
 * @returns {string | undefined} the executable's path
 * @throws {Error} if the variable does not name an executable file
 */
export function findProgram({ variable, names }) {
  const configured = process.env[variable];
  if (configured) {
    if (isExecutable(configured)) return configured;
    throw new Error(`${variable} must be the path of an executable file, got ${configured}. Correct or unset it.`);
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
 * Finds a program. If it is missing, installs Debian's package, which requires root.
 * @param {Program} program
 * @param {(line: string) => void} log
 * @returns {string} the executable's path
 * @throws {Error} if the program is missing and can't be installed
 */
export function ensureProgram(program, log) {
  const found = findProgram(program);
  if (found) return found;
  const { title, variable, packages } = program;
  const install = `apt-get update && apt-get install -y --no-install-recommends ${packages.join(" ")}`;
  const isRoot = process.getuid?.() === 0;
  const hasApt = spawnSync("apt-get", ["--version"], { stdio: "ignore" }).status === 0;
  if (!isRoot || !hasApt) {
    const command = hasApt ? `sudo sh -c '${install}'` : "your system's package manager";
    throw new Error(
      `${title} was not found. Install it with ${command}, or set ${variable} to the path of an existing installation.`,
    );
  }
  log(`installing ${title} (Debian's package)`);
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
