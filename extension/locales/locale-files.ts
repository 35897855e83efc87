import { readdirSync, readFileSync } from "node:fs";
import { basename } from "node:path";

/** Texts of a language by area (one file each), then by key. */
export type TextAreas = ReadonlyMap<string, Readonly<Record<string, string>>>;

/** Lists the languages; each is a folder. */
export function listLanguages(): string[] {
  const folders = readdirSync(import.meta.dirname, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return folders.map(({ name }) => name);
}

/** Reads the areas of a language; each is a file. */
export function readAreas(language: string): TextAreas {
  const folder = `${import.meta.dirname}/${language}`;
  return new Map(
    readdirSync(folder).map((file) => [basename(file, ".json"), JSON.parse(readFileSync(`${folder}/${file}`, "utf8"))]),
  );
}

/** Merges the areas of each language into the file format of browsers. */
export function localeFiles(): { contents: string; relativeDest: string }[] {
  return listLanguages().map((language) => {
    const texts = Object.assign({}, ...readAreas(language).values());
    const messages = Object.entries(texts).map(([key, message]) => [key, { message }]);
    const contents = JSON.stringify(Object.fromEntries(messages));
    return { contents, relativeDest: `_locales/${language}/messages.json` };
  });
}
