import { browser } from "wxt/browser";
import type { PluralTextKey, TextKey } from "./text-keys.ts";

declare global {
  /**
   * Texts of a chosen language that is not the browser's own. Shared by all scripts of the extension on a page,
   * including parts loaded later.
   */
  var forgehandTexts: Readonly<Record<string, string>> | undefined;
}

/** Sets the texts of a language; undefined selects the browser's language. */
export function setTexts(texts: Readonly<Record<string, string>> | undefined): void {
  globalThis.forgehandTexts = texts;
}

/** The current language as a BCP 47 tag: `pt-BR`. */
export function language(): string {
  const chosen = globalThis.forgehandTexts?.["@@ui_locale"];
  const tag = (chosen ?? getCached("@@ui_locale", () => browser.i18n.getMessage("@@ui_locale"))).replaceAll("_", "-");
  if (chosen !== undefined) return tag;
  // If the browser's language is not supported, texts are English, and dates and numbers are formatted accordingly.
  const textLanguage = getCached("wordsIn", () => browser.i18n.getMessage("wordsIn"));
  return tag.startsWith(textLanguage.slice(0, 2)) ? tag : textLanguage;
}

/**
 * Returns a translated text.
 * @param values values for the placeholders `$1`, `$2` ...
 */
export function t(key: TextKey, ...values: readonly (string | number)[]): string {
  const texts = values.map(String);
  const template = globalThis.forgehandTexts?.[key];
  if (template === undefined) return getCached(key, () => browser.i18n.getMessage(key, texts));
  return template.replace(/\$(\d)/g, (_, number) => texts[Number(number) - 1] ?? "");
}

const lastTexts = new Map<string, string>();

/** Gets a text from the browser. Returns the last result if the extension was updated and the API no longer works. */
function getCached(key: string, getText: () => string): string {
  try {
    const text = getText();
    lastTexts.set(key, text);
    return text;
  } catch {
    return lastTexts.get(key) ?? "";
  }
}

/** Returns a translated text with a plural form: `watchers_one` or `watchers_other`. `$1` is the formatted number. */
export function tn(key: PluralTextKey, count: number): string {
  const tag = language();
  return t(isSingular(count, tag) ? `${key}_one` : `${key}_other`, formatNumber(count, tag));
}

/**
 * Returns whether a number takes the singular form. `Intl.PluralRules` would take longer to load than everything else
 * on the page.
 */
function isSingular(count: number, tag: string): boolean {
  if (tag.startsWith("fr")) return count < 2;
  return count === 1 && !/^(ja|zh)/.test(tag);
}

/** Formats a number. Small numbers look the same in all supported languages. */
export function formatNumber(count: number, tag = language()): string {
  return count < 1000 ? String(count) : new Intl.NumberFormat(tag).format(count);
}
