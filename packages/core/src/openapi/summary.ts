import type { Dialect } from "../dialect/dialect.ts";
import { lookUp } from "../terms/wire-terms.ts";

const ACRONYMS: Readonly<Record<string, string>> = { api: "API", gpg: "GPG", jit: "JIT", lfs: "LFS", oidc: "OIDC" };

/** Derives an operation's summary from its name: `listRepositoryHooks` becomes "List repository hooks". */
export function operationSummary(dialect: Dialect, name: string): string {
  return toPhrase(dialect, name.split(/(?=[A-Z])/));
}

/** Derives a tag's title from its name: `gpg-keys` becomes "GPG keys". */
export function tagTitle(dialect: Dialect, tag: string): string {
  return toPhrase(dialect, tag.split("-"));
}

function toPhrase(dialect: Dialect, words: readonly string[]): string {
  const text = words
    .map((word) => word.toLowerCase())
    // A dialect's names for path segments are used in text as well.
    .map((word) => lookUp(ACRONYMS, word) ?? lookUp(dialect.segments, word) ?? word)
    .join(" ");
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
