import { ensureProgram, findProgram } from "./program.mjs";

/**
 * Only builds that still load unpacked extensions from the command line; branded Chrome does not.
 * @type {import("./program.mjs").Program}
 */
export const CHROMIUM = {
  title: "Chromium",
  variable: "CHROMIUM_PATH",
  names: ["chromium", "chromium-browser"],
  packages: ["chromium", "fonts-liberation"],
};

/** Where Chromium is: CHROMIUM_PATH, else one on the PATH. */
export const findChromium = () => findProgram(CHROMIUM);

/**
 * Chromium's path; installs Debian's package first where that is possible.
 * @param {(line: string) => void} say
 */
export const ensureChromium = (say) => ensureProgram(CHROMIUM, say);
