// Installs and builds everything in a fresh clone; quick when there is nothing to do. Runs on Node 20, before packages
// are installed. Prints only to standard error: standard output is for the command that runs after it.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { CHROMIUM, FIREFOX } from "./browsers.mjs";
import { CLIENTS } from "./clients.mjs";
import { installPrograms } from "./debian.mjs";
import { ENGINES } from "./engines.mjs";
import { ensureProgram } from "./program.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
process.chdir(root);
const needsChromium = !process.argv.includes("--no-browser");
const needsFirefox = process.argv.includes("--firefox");
const needsClients = process.argv.includes("--clients");
const needsEngines = process.argv.includes("--engines");
/** Parts to build; all if empty. */
const parts = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));

/** @param {string} line */
const log = (line) => process.stderr.write(`set-up: ${line}\n`);

/**
 * Runs a command.
 * @param {string} command
 * @param {string[]} args
 * @param {"show" | "keep"} output `show` prints the command's output immediately, `keep` only if the command fails
 */
function run(command, args, output) {
  const pipe = output === "keep" ? "pipe" : "inherit";
  // Standard output of the command goes to standard error too.
  const result = spawnSync(command, args, {
    encoding: "utf8",
    stdio: ["ignore", output === "keep" ? "pipe" : 2, pipe],
  });
  if (result.status === 0) return;
  process.stderr.write(`${result.stdout ?? ""}${result.stderr ?? ""}`);
  throw new Error(`${command} ${args.join(" ")} failed${result.error ? `: ${result.error.message}` : ""}`);
}

/** Hashes the files that determine which packages are installed. */
function installFingerprint() {
  const hash = createHash("sha256");
  for (const file of ["package.json", "pnpm-lock.yaml", "pnpm-workspace.yaml"]) hash.update(readFileSync(file));
  return hash.digest("hex");
}

function installPackages() {
  const stampFile = "node_modules/.forgehand-install";
  const fingerprint = installFingerprint();
  if (existsSync(stampFile) && readFileSync(stampFile, "utf8") === fingerprint) return;
  /** @type {{ packageManager: string }} */
  const { packageManager } = JSON.parse(readFileSync("package.json", "utf8"));
  log(`installing packages with ${packageManager}`);
  run("npx", ["-y", packageManager, "install", "--frozen-lockfile"], "keep");
  writeFileSync(stampFile, fingerprint);
}

try {
  installPackages();
  // From here on, uses the project's own Node 24 instead of the one that started this script.
  run("node_modules/.bin/node", ["scripts/build.mjs", ...parts], "show");
  if (needsChromium) ensureProgram(CHROMIUM, log);
  if (needsFirefox) ensureProgram(FIREFOX, log);
  if (needsClients) installPrograms(CLIENTS, log);
  if (needsEngines) installPrograms(ENGINES, log);
} catch (error) {
  log(error instanceof Error ? error.message : String(error));
  process.exit(1);
}
