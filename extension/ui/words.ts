import { browser } from "wxt/browser";
import type { Counting, Word } from "../locales/words.ts";

/** The words of a language that is not the browser's own, where somebody wants one. */
let chosen: Readonly<Record<string, string>> | undefined;

/** Speaks a language that is not the browser's own; undefined: the browser's. */
export function speak(words: Readonly<Record<string, string>> | undefined): void {
  chosen = words;
}

/** The language that is spoken, as documents name it: `pt-BR`. */
export function language(): string {
  return (chosen?.["@@ui_locale"] ?? browser.i18n.getMessage("@@ui_locale")).replaceAll("_", "-");
}

/** A text in the person's language. @param values what stands for `$1`, `$2` ... */
export function t(word: Word, ...values: readonly (string | number)[]): string {
  const texts = values.map(String);
  const own = chosen?.[word];
  if (own === undefined) return browser.i18n.getMessage(word, texts);
  return own.replace(/\$(\d)/g, (_, number) => texts[Number(number) - 1] ?? "");
}

/** A text that counts: `watchers_one`, `watchers_other`. `$1` is the number, as the language writes it. */
export function tn(stem: Counting, count: number): string {
  const tag = language();
  const number = new Intl.NumberFormat(tag).format(count);
  return t(new Intl.PluralRules(tag).select(count) === "one" ? `${stem}_one` : `${stem}_other`, number);
}
