import { browser } from "wxt/browser";
import type { Counting, Word } from "../locales/words.ts";

declare global {
  /**
   * The words of a language that is not the browser's own, where somebody wants one. All scripts of the extension on a page
   * share them: the parts that are loaded later, too.
   */
  var forgehandWords: Readonly<Record<string, string>> | undefined;
}

/** Speaks a language that is not the browser's own; undefined: the browser's. */
export function speak(words: Readonly<Record<string, string>> | undefined): void {
  globalThis.forgehandWords = words;
}

/** The language that is spoken, as documents name it: `pt-BR`. */
export function language(): string {
  const chosen = globalThis.forgehandWords?.["@@ui_locale"];
  const tag = (chosen ?? said("@@ui_locale", () => browser.i18n.getMessage("@@ui_locale"))).replaceAll("_", "-");
  if (chosen !== undefined) return tag;
  // In a browser whose language isn't among ours the words are English, and dates and numbers go with them.
  const words = said("wordsIn", () => browser.i18n.getMessage("wordsIn"));
  return tag.startsWith(words.slice(0, 2)) ? tag : words;
}

/** A text in the person's language. @param values what stands for `$1`, `$2` ... */
export function t(word: Word, ...values: readonly (string | number)[]): string {
  const texts = values.map(String);
  const own = globalThis.forgehandWords?.[word];
  if (own === undefined) return said(word, () => browser.i18n.getMessage(word, texts));
  return own.replace(/\$(\d)/g, (_, number) => texts[Number(number) - 1] ?? "");
}

/** What was said last of each text. */
const known = new Map<string, string>();

/** Says something as the browser does; once an update has replaced the extension under a page, as it was said before. */
function said(word: string, say: () => string): string {
  try {
    const text = say();
    known.set(word, text);
    return text;
  } catch {
    return known.get(word) ?? "";
  }
}

/** A text that counts: `watchers_one`, `watchers_other`. `$1` is the number, as the language writes it. */
export function tn(stem: Counting, count: number): string {
  const tag = language();
  return t(isOne(count, tag) ? `${stem}_one` : `${stem}_other`, numberOf(count, tag));
}

/** Is so much told of as one? A browser's own rules take longer to load than all else that a page waits for. */
function isOne(count: number, tag: string): boolean {
  if (tag.startsWith("fr")) return count < 2;
  return count === 1 && !/^(ja|zh)/.test(tag);
}

/** A number as a language writes it; in ours, small ones are alike. */
export function numberOf(count: number, tag = language()): string {
  return count < 1000 ? String(count) : new Intl.NumberFormat(tag).format(count);
}
