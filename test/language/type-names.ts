import type { SourceFile } from "./source-files.ts";

const TYPE_DECLARATION = /^(?:export )?(?:declare )?(?:abstract )?(?:type|interface|class|enum) (\w+)/gm;

/** Definitions in another language, marked as editors and formatters know them. */
const EMBEDDED_GRAPHQL = /\/\* GraphQL \*\/ `[^`]*`/g;

/** Folders within which each type name must be unique. */
export const PACKAGES = [
  "packages/core",
  "packages/emulator",
  "packages/redis",
  "packages/postgres",
  "packages/cli",
  "packages/tasks",
  "extension",
  "action",
  "test",
  "scripts",
] as const;

/** Lists the type names that several files of a package declare, each with its files. */
export function duplicateTypeNames(files: readonly SourceFile[], folder: string): string[] {
  const filesByName = new Map<string, Set<string>>();
  for (const { path, text } of files) {
    if (!path.startsWith(`${folder}/`)) continue;
    for (const [, name = ""] of text.replaceAll(EMBEDDED_GRAPHQL, "").matchAll(TYPE_DECLARATION)) {
      filesByName.set(name, (filesByName.get(name) ?? new Set()).add(path));
    }
  }
  return [...filesByName]
    .filter(([, paths]) => paths.size > 1)
    .map(([name, paths]) => `${name}: ${[...paths].join(", ")}`);
}
