import { spawnSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/** Chromium builds that still load unpacked extensions from the command line; branded Chrome does not. */
const NAMES = ["chromium", "chromium-browser"];

const INSTALL = "apt-get update && apt-get install -y --no-install-recommends chromium fonts-liberation";

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
 * Where Chromium is: CHROMIUM_PATH, else one on the PATH.
 * @returns {string | undefined} the executable's path
 */
export function findChromium() {
  const told = process.env["CHROMIUM_PATH"];
  if (told) {
    if (isExecutable(told)) return told;
    throw new Error(`CHROMIUM_PATH is ${told}, which is not an executable file. Correct or unset it.`);
  }
  for (const folder of (process.env["PATH"] ?? "").split(delimiter)) {
    for (const name of NAMES) {
      const file = join(folder, name);
      if (isExecutable(file)) return file;
    }
  }
  return undefined;
}

/**
 * Chromium's path; installs Debian's package first where that is possible.
 * @param {(line: string) => void} say
 * @returns {string}
 */
export function ensureChromium(say) {
  const found = findChromium();
  if (found) return found;
  const isRoot = process.getuid?.() === 0;
  const hasApt = spawnSync("apt-get", ["--version"], { stdio: "ignore" }).status === 0;
  if (!isRoot || !hasApt) {
    const command = hasApt ? `sudo sh -c '${INSTALL}'` : "your system's package manager";
    throw new Error(`No Chromium here. Install it with ${command}, or set CHROMIUM_PATH to one that you have.`);
  }
  say("installing Chromium (Debian's package)");
  const run = spawnSync("sh", ["-c", INSTALL], {
    stdio: ["ignore", "pipe", "pipe"],
    encoding: "utf8",
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  });
  const installed = findChromium();
  if (run.status !== 0 || !installed) {
    throw new Error(`Chromium could not be installed with: ${INSTALL}\n${run.stderr}`);
  }
  return installed;
}
