import { ensureProgram, findProgram } from "./program.mjs";

/** @type {import("./program.mjs").Program} */
export const FIREFOX = {
  title: "Firefox",
  variable: "FIREFOX_PATH",
  names: ["firefox-esr", "firefox"],
  packages: ["firefox-esr", "fonts-liberation"],
};

/** Where Firefox is: FIREFOX_PATH, else one on the PATH. */
export const findFirefox = () => findProgram(FIREFOX);

/**
 * Firefox's path; installs Debian's package first where that is possible.
 * @param {(line: string) => void} say
 */
export const ensureFirefox = (say) => ensureProgram(FIREFOX, say);
