import { ensureProgram, findProgram } from "./program.mjs";

/**
 * Chromium, but not Chrome, because Chrome can't load unpacked extensions from the command line.
 * @type {import("./program.mjs").Program}
 */
export const CHROMIUM = {
  title: "Chromium",
  variable: "CHROMIUM_PATH",
  names: ["chromium", "chromium-browser"],
  packages: ["chromium", "fonts-liberation"],
};

/** Returns the path of Chromium: `CHROMIUM_PATH`, or the first match on the PATH. */
export const findChromium = () => findProgram(CHROMIUM);

/**
 * Returns the path of Chromium. If it is missing, installs Debian's package.
 * @param {(line: string) => void} log
 * @throws {Error} if it is missing and can't be installed
 */
export const ensureChromium = (log) => ensureProgram(CHROMIUM, log);
