import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Language } from "../settings.ts";

/** Texts of the extension's store page in one language. */
export interface StoreListing {
  readonly name: string;
  /** One line; stores take it from the package. */
  readonly summary: string;
  /** Plain text, because only one store supports formatting. */
  readonly description: string;
}

/**
 * Reads `<language>.md`.
 * @throws Error if the file is not a title, a quoted line and a description
 */
export function readListing(language: Language): StoreListing {
  const file = fileURLToPath(new URL(`${language}.md`, import.meta.url));
  const [, name, summary, description] = /^# (.+)\n\n> (.+)\n\n([\s\S]+)\n$/.exec(readFileSync(file, "utf8")) ?? [];
  if (!name || !summary || !description) throw new Error(`${file} must be a title, a quoted line and a description.`);
  return { name, summary, description };
}
