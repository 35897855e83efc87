import { readdirSync, readFileSync } from "node:fs";

/** A language's areas in one file, in the form that browsers read. */
export function localeFiles(): { contents: string; relativeDest: string }[] {
  const folders = readdirSync(import.meta.dirname, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return folders.map(({ name }) => {
    const folder = `${import.meta.dirname}/${name}`;
    const texts = readdirSync(folder).map((file): object => JSON.parse(readFileSync(`${folder}/${file}`, "utf8")));
    const words = Object.entries(Object.assign({}, ...texts)).map(([key, message]) => [key, { message }]);
    return { contents: JSON.stringify(Object.fromEntries(words)), relativeDest: `_locales/${name}/messages.json` };
  });
}
