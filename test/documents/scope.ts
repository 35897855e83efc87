import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type Names, readNames } from "./names.ts";

/** Where names come from: what stands between `import` and `from`, and what behind. */
export type Scope = Map<string, { readonly clause: string; readonly from: string }>;

/** What fragments need not import: every export of these. The first that has a name gives it. */
const FOUND_BY_NAME = [
  "@forgehand/core",
  "@forgehand/core/operations",
  "@forgehand/core/namespaced-client",
  "@forgehand/emulator",
];

/** What a document begins with: exports of the packages, what every reader has, and what is given for it alone. */
export async function beginScope(document: string): Promise<Scope> {
  const scope: Scope = new Map();
  for (const from of FOUND_BY_NAME.toReversed()) {
    const names: object = await import(/* @vite-ignore */ from);
    for (const name of Object.keys(names)) scope.set(name, { clause: `{ ${name} }`, from });
  }
  return new Map([...scope, ...givenFor("anywhere"), ...givenFor(document)]);
}

/** What a fragment brings for those behind it. What is given for its document stays as it is given. */
export function extendScope(scope: Scope, { declared }: Names, path: string, document: string): void {
  const given = givenFor(document);
  for (const [name, { clause, from }] of declared)
    if (!given.has(name)) scope.set(name, { clause, from: from ?? path });
}

/** What `given/` has: `docs/client.ts` for `docs/client.md`. */
function givenFor(document: string): Scope {
  const path = fileURLToPath(new URL(`given/${document.replace(/\.md$/, "")}.ts`, import.meta.url));
  const names = existsSync(path) ? readNames(readFileSync(path, "utf8"), path).exported : [];
  return new Map(Array.from(names, (name) => [name, { clause: `{ ${name} }`, from: path }]));
}

/** What a fragment takes over from what stands before it, as code. */
export function importsFor({ declared, mentioned }: Names, scope: Scope): string {
  const taken = [...scope].filter(([name]) => mentioned.has(name) && !declared.has(name));
  return taken.map(([, { clause, from }]) => `import ${clause} from ${JSON.stringify(from)};`).join(" ");
}

/** What lets others take over what a fragment declares, as code; what it imports for those alone is so no longer unused. */
export function exportsOf({ declared, exported }: Names, usedLater: ReadonlySet<string>): string {
  return [...declared]
    .filter(([name, { from }]) => !exported.has(name) && (from === undefined || usedLater.has(name)))
    .map(([name, { clause }]) => `export ${clause.startsWith("type ") ? "type " : ""}{ ${name} };\n`)
    .join("");
}
