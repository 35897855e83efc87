import type { Language } from "../settings.ts";

/** Texts that are the same in English and another language: names, technical terms, shared words. */
export const SAME_AS_ENGLISH: { readonly [L in Exclude<Language, "en">]: readonly string[] } = {
  de: [
    "name",
    "columnRepository",
    "markFork",
    "forks",
    "exportLists",
    "importLists",
    "rowControls",
    "theTeams",
    "optHost",
    "optToken",
    "testScopes",
    "passphrase",
    "themeAuto",
    "keptTokens",
  ],
  es: ["name", "inAll", "rowControls", "optHost", "optToken", "keptTokens"],
  fr: [
    "name",
    "markFork",
    "forks",
    "notForks",
    "publicOnes",
    "filterKind",
    "inAll",
    "testKind",
    "testExpires",
    "lockAfterMinutes_one",
    "lockAfterMinutes_other",
  ],
  ja: ["name", "rowControls"],
  zh_CN: ["name"],
};
