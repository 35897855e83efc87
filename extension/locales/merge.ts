import { readdirSync, readFileSync } from "node:fs";
import { basename } from "node:path";

/** A language's texts by area, and in each by key. */
export type Areas = ReadonlyMap<string, Readonly<Record<string, string>>>;

/** The languages that there are texts in: a folder each. */
export function languagesThere(): string[] {
  const folders = readdirSync(import.meta.dirname, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return folders.map(({ name }) => name);
}

/** A language's areas: a file each. */
export function areasOf(language: string): Areas {
  const folder = `${import.meta.dirname}/${language}`;
  return new Map(
    readdirSync(folder).map((file) => [basename(file, ".json"), JSON.parse(readFileSync(`${folder}/${file}`, "utf8"))]),
  );
}

/** A language's areas in one file, in the form that browsers read. */
export function localeFiles(): { contents: string; relativeDest: string }[] {
  return languagesThere().map((language) => {
    const texts = Object.assign({}, ...areasOf(language).values());
    const messages = Object.entries(texts).map(([key, message]) => [key, { message }]);
    const contents = JSON.stringify(Object.fromEntries(messages));
    return { contents, relativeDest: `_locales/${language}/messages.json` };
  });
}
