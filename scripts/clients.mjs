import { spawnSync } from "node:child_process";

/** Published clients that `npm run test:full` runs: Debian's packages, and a command that succeeds if they work. */
export const CLIENTS = {
  gh: { packages: ["gh"], command: ["gh", "--version"] },
  "octokit.rb": { packages: ["ruby-octokit"], command: ["ruby", "-e", "require 'octokit'"] },
  PyGithub: { packages: ["python3-github"], command: ["/usr/bin/python3", "-c", "import github, nacl"] },
  "go-github": {
    packages: ["golang-go", "golang-github-google-go-github-dev"],
    command: ["sh", "-c", "go version && test -d /usr/share/gocode/src/github.com/google/go-github"],
  },
};

/** @typedef {keyof typeof CLIENTS} ClientName */

/** @type {ClientName[]} */
const NAMES = ["gh", "octokit.rb", "PyGithub", "go-github"];

/**
 * Returns whether a client is installed.
 * @param {ClientName} name
 */
export function isInstalled(name) {
  const [program = "", ...args] = CLIENTS[name].command;
  return spawnSync(program, args, { stdio: "ignore" }).status === 0;
}

/**
 * Installs Debian's packages of the clients that are missing, which requires root. Tests of a client that is still
 * missing are skipped.
 * @param {(line: string) => void} log
 */
export function installClients(log) {
  const missing = NAMES.filter((name) => !isInstalled(name));
  if (missing.length === 0) return;
  const packages = missing.flatMap((name) => CLIENTS[name].packages);
  const install = `apt-get update && apt-get install -y --no-install-recommends ${packages.join(" ")}`;
  log(`installing ${missing.join(", ")} (Debian's packages)`);
  const isRoot = process.getuid?.() === 0;
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  if (isRoot) spawnSync("sh", ["-c", install], { stdio: "ignore", env });
  const skipped = missing.filter((name) => !isInstalled(name));
  if (skipped.length > 0) log(`tests of ${skipped.join(", ")} are skipped; install them with: sudo sh -c '${install}'`);
}
