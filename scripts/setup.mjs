// Makes a fresh clone ready, and is quick when it is. Runs on Node 20, before anything is installed.
// Everything it says goes to standard error, so that commands behind it own standard output.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { ensureChromium } from "./chromium.mjs";
import { ensureFirefox } from "./firefox.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
process.chdir(root);
const needsChromium = !process.argv.includes("--no-browser");
const needsFirefox = process.argv.includes("--firefox");
/** The parts to build; without any, all. */
const parts = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));

/** @param {string} line */
const say = (line) => process.stderr.write(`set-up: ${line}\n`);

/**
 * @param {string} command
 * @param {string[]} args
 * @param {"show" | "keep"} output show what it prints as it goes, or keep it for when it fails
 */
function run(command, args, output) {
  const pipe = output === "keep" ? "pipe" : "inherit";
  // What it prints goes to standard error in any case.
  const result = spawnSync(command, args, {
    encoding: "utf8",
    stdio: ["ignore", output === "keep" ? "pipe" : 2, pipe],
  });
  if (result.status === 0) return;
  process.stderr.write(`${result.stdout ?? ""}${result.stderr ?? ""}`);
  throw new Error(`${command} ${args.join(" ")} failed${result.error ? `: ${result.error.message}` : ""}`);
}

/** What the installed packages were made from. */
function wantedInstall() {
  const hash = createHash("sha256");
  for (const file of ["package.json", "pnpm-lock.yaml", "pnpm-workspace.yaml"]) hash.update(readFileSync(file));
  return hash.digest("hex");
}

function installPackages() {
  const stamp = "node_modules/.forgehand-install";
  const wanted = wantedInstall();
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  /** @type {{ packageManager: string }} */
  const { packageManager } = JSON.parse(readFileSync("package.json", "utf8"));
  say(`installing packages with ${packageManager}`);
  run("npx", ["-y", packageManager, "install", "--frozen-lockfile"], "keep");
  writeFileSync(stamp, wanted);
}

try {
  installPackages();
  // From here on the project's own Node 24, not the one that started this script.
  run("node_modules/.bin/node", ["scripts/build.mjs", ...parts], "show");
  if (needsChromium) ensureChromium(say);
  if (needsFirefox) ensureFirefox(say);
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
  process.exit(1);
}
