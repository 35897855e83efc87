import { ensureProgram, findProgram } from "./program.mjs";

/**
 * Only builds that can load unpacked extensions from the command line; branded Chrome cannot.
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
 * Returns the path of Chromium, after installing Debian's package if it is missing and that is possible.
 * @param {(line: string) => void} say
 */
export const ensureChromium = (say) => ensureProgram(CHROMIUM, say);
