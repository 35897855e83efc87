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
 * Returns the path of Firefox, after installing Debian's package if it is missing and that is possible.
 * @param {(line: string) => void} say
 */
export const ensureFirefox = (say) => ensureProgram(FIREFOX, say);
