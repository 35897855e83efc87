import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Language } from "../settings.ts";

/** What a store shows of the extension in one language. */
export interface Listing {
  readonly name: string;
  /** One line; the stores take it from the package. */
  readonly summary: string;
  /** Plain text: no store but one reads more than that. */
  readonly description: string;
}

/** Reads `<language>.md`. @throws Error where it is not in its form: a title, one quoted line, the description */
export function readListing(language: Language): Listing {
  const file = fileURLToPath(new URL(`${language}.md`, import.meta.url));
  const [, name, summary, description] = /^# (.+)\n\n> (.+)\n\n([\s\S]+)\n$/.exec(readFileSync(file, "utf8")) ?? [];
  if (!name || !summary || !description) throw new Error(`${file} is not a title, a quoted line and a description.`);
  return { name, summary, description };
}
