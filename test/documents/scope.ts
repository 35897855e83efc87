import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type ModuleNames, readModuleNames } from "./module-names.ts";

/** Names that a code fragment can use, each with its import clause and module specifier. */
export type ImportScope = Map<string, { readonly clause: string; readonly from: string }>;

/** Packages whose exports fragments can use without an import. The first that exports a name provides it. */
const IMPLICIT_PACKAGES = [
  "@forgehand/core",
  "@forgehand/core/operations",
  "@forgehand/core/namespaced-client",
  "@forgehand/emulator",
];

/**
 * Returns the initial scope of a document: exports of the packages, what every document gets, and what is provided for
 * this document.
 */
export async function createScope(document: string): Promise<ImportScope> {
  const scope: ImportScope = new Map();
  for (const from of IMPLICIT_PACKAGES.toReversed()) {
    const names: object = await import(/* @vite-ignore */ from);
    for (const name of Object.keys(names)) scope.set(name, { clause: `{ ${name} }`, from });
  }
  return new Map([...scope, ...providedFor("anywhere"), ...providedFor(document)]);
}

/** Adds the declarations of a fragment for later fragments. Names provided for the document are not replaced. */
export function extendScope(scope: ImportScope, { declared }: ModuleNames, path: string, document: string): void {
  const provided = providedFor(document);
  for (const [name, { clause, from }] of declared)
    if (!provided.has(name)) scope.set(name, { clause, from: from ?? path });
}

/** Returns the exports of the document's file in `given/`, such as `docs/client.ts` for `docs/client.md`. */
function providedFor(document: string): ImportScope {
  const path = fileURLToPath(new URL(`given/${document.replace(/\.md$/, "")}.ts`, import.meta.url));
  const names = existsSync(path) ? readModuleNames(readFileSync(path, "utf8"), path).exported : [];
  return new Map(Array.from(names, (name) => [name, { clause: `{ ${name} }`, from: path }]));
}

/** Returns import statements for the names that a fragment uses from its scope. */
export function importsFor({ declared, mentioned }: ModuleNames, scope: ImportScope): string {
  const used = [...scope].filter(([name]) => mentioned.has(name) && !declared.has(name));
  return used.map(([, { clause, from }]) => `import ${clause} from ${JSON.stringify(from)};`).join(" ");
}

/**
 * Returns export statements for what a fragment declares. Imports are only exported if a later fragment uses them, so
 * that unused ones are still reported.
 */
export function exportsOf({ declared, exported }: ModuleNames, usedLater: ReadonlySet<string>): string {
  return [...declared]
    .filter(([name, { from }]) => !exported.has(name) && (from === undefined || usedLater.has(name)))
    .map(([name, { clause }]) => `export ${clause.startsWith("type ") ? "type " : ""}{ ${name} };\n`)
    .join("");
}
