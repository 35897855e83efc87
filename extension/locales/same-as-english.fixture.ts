import type { Language } from "../settings.ts";

/** Texts that another language writes as English does: names, terms of the field, words that it shares. */
export const SAME_AS_ENGLISH: { readonly [L in Exclude<Language, "en">]: readonly string[] } = {
  de: ["name"],
  es: ["name"],
  fr: ["name"],
  ja: ["name"],
  zh_CN: ["name"],
};
