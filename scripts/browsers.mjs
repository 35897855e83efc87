// Browsers that set-up installs, by Debian's packages.

/** @typedef {import("./program.mjs").Program} Program */

/**
 * Chromium, but not Chrome, because Chrome can't load unpacked extensions from the command line.
 * @type {Program}
 */
export const CHROMIUM = {
  title: "Chromium",
  variable: "CHROMIUM_PATH",
  names: ["chromium", "chromium-browser"],
  packages: ["chromium", "fonts-liberation"],
};

/** @type {Program} */
export const FIREFOX = {
  title: "Firefox",
  variable: "FIREFOX_PATH",
  names: ["firefox-esr", "firefox"],
  packages: ["firefox-esr", "fonts-liberation"],
};
