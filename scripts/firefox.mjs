import { ensureProgram, findProgram } from "./program.mjs";

/** @type {import("./program.mjs").Program} */
export const FIREFOX = {
  title: "Firefox",
  variable: "FIREFOX_PATH",
  names: ["firefox-esr", "firefox"],
  packages: ["firefox-esr", "fonts-liberation"],
};

/** Returns the path of Firefox: `FIREFOX_PATH`, or the first match on the PATH. */
export const findFirefox = () => findProgram(FIREFOX);

/**
 * Returns the path of Firefox. If it is missing, installs Debian's package.
 * @param {(line: string) => void} log
 * @throws {Error} if it is missing and can't be installed
 */
export const ensureFirefox = (log) => ensureProgram(FIREFOX, log);
