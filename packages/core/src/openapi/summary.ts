import { type Dialect, lookUp } from "../dialect/dialect.ts";

const ACRONYMS: Readonly<Record<string, string>> = { api: "API", gpg: "GPG", jit: "JIT", lfs: "LFS", oidc: "OIDC" };

/** What an operation does, from its name: `listRepositoryHooks` is "List repository hooks". */
export function summaryOf(dialect: Dialect, name: string): string {
  return phrase(dialect, name.split(/(?=[A-Z])/));
}

/** What a tag stands for, from its name: `gpg-keys` is "GPG keys". */
export function titleOf(dialect: Dialect, tag: string): string {
  return phrase(dialect, tag.split("-"));
}

function phrase(dialect: Dialect, words: readonly string[]): string {
  const text = words
    .map((word) => word.toLowerCase())
    // What a dialect calls otherwise in a path, it calls so in words too.
    .map((word) => lookUp(ACRONYMS, word) ?? lookUp(dialect.segments, word) ?? word)
    .join(" ");
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
