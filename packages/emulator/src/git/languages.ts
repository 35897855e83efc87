import { type GitStore, objectSizes } from "../state/git-store.ts";
import { readCommit } from "./commit.ts";
import { FILE_MODES, flattenTree } from "./tree.ts";

/** Programming and markup languages by the extensions of their files. Data and prose don't count. */
const LANGUAGES: Readonly<Record<string, readonly string[]>> = {
  C: ["c", "h"],
  "C#": ["cs"],
  "C++": ["cc", "cpp", "cxx", "hpp"],
  CSS: ["css"],
  Clojure: ["clj"],
  Dart: ["dart"],
  Dockerfile: ["dockerfile"],
  Elixir: ["ex", "exs"],
  Erlang: ["erl"],
  Go: ["go"],
  HCL: ["hcl", "tf"],
  HTML: ["html", "htm"],
  Haskell: ["hs"],
  Java: ["java"],
  JavaScript: ["js", "cjs", "mjs", "jsx"],
  Kotlin: ["kt", "kts"],
  Lua: ["lua"],
  Makefile: ["mk", "makefile"],
  "Objective-C": ["m"],
  PHP: ["php"],
  Perl: ["pl", "pm"],
  PowerShell: ["ps1"],
  Python: ["py"],
  R: ["r"],
  Ruby: ["rb"],
  Rust: ["rs"],
  SCSS: ["scss"],
  Scala: ["scala"],
  Shell: ["sh", "bash"],
  Svelte: ["svelte"],
  Swift: ["swift"],
  TypeScript: ["ts", "cts", "mts", "tsx"],
  Vue: ["vue"],
  Zig: ["zig"],
};

const BY_EXTENSION: ReadonlyMap<string, string> = new Map(
  Object.entries(LANGUAGES).flatMap(([language, extensions]) => extensions.map((extension) => [extension, language])),
);

/** Returns the bytes that a commit's files have in each language, the most used first. */
export function languagesOf(store: GitStore, commit: string): Readonly<Record<string, number>> {
  return store.db.memoize(`languages ${store.repositoryId} ${commit}`, () => {
    const files = [...flattenTree(store, readCommit(store, commit).tree)].flatMap(([path, { mode, sha }]) => {
      const language = languageOf(path);
      const isFile = mode === FILE_MODES.file || mode === FILE_MODES.executable;
      return isFile && language !== undefined ? [{ language, sha }] : [];
    });
    const sizes = objectSizes(
      store,
      files.map(({ sha }) => sha),
    );
    const totals = new Map<string, number>();
    for (const { language, sha } of files) totals.set(language, (totals.get(language) ?? 0) + (sizes.get(sha) ?? 0));
    return Object.fromEntries([...totals].filter(([, size]) => size > 0).toSorted(([, a], [, b]) => b - a));
  });
}

/** Returns the language of a file by its extension, or by its name if it has none. */
function languageOf(path: string): string | undefined {
  const name = path.slice(path.lastIndexOf("/") + 1).toLowerCase();
  return BY_EXTENSION.get(name.slice(name.lastIndexOf(".") + 1));
}
