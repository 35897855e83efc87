import { spawnSync } from "node:child_process";

/** Milliseconds after which an installation is given up, for machines without a network. */
const TIMEOUT_MS = 300_000;

/**
 * @typedef {object} DebianProgram
 * @property {string[]} packages Debian's packages that contain it
 * @property {string[]} command succeeds if it works
 */

/**
 * Returns whether a program is installed.
 * @param {DebianProgram} program
 */
export function isInstalled({ command: [name = "", ...args] }) {
  return spawnSync(name, args, { stdio: "ignore" }).status === 0;
}

/**
 * Installs Debian's packages of the programs that are missing, which requires root. Tests of a program that is still
 * missing are skipped.
 * @param {Readonly<Record<string, DebianProgram>>} programs by name
 * @param {(line: string) => void} log
 */
export function installPrograms(programs, log) {
  const listMissing = () => Object.entries(programs).filter(([, program]) => !isInstalled(program));
  const missing = listMissing();
  if (missing.length === 0) return;
  const packages = missing.flatMap(([, program]) => program.packages);
  const install = `apt-get update && apt-get install -y --no-install-recommends ${packages.join(" ")}`;
  const names = (/** @type {[string, DebianProgram][]} */ entries) => entries.map(([name]) => name).join(", ");
  log(`installing ${names(missing)} (Debian's packages)`);
  const isRoot = process.getuid?.() === 0;
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  if (isRoot) spawnSync("sh", ["-c", install], { stdio: "ignore", env, timeout: TIMEOUT_MS });
  const skipped = listMissing();
  if (skipped.length > 0) log(`tests of ${names(skipped)} are skipped; install them with: sudo sh -c '${install}'`);
}
