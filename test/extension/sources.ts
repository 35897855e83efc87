import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const EXTENSION = fileURLToPath(new URL("../../extension", import.meta.url));
const TEST = /\.(test|fixture)\.tsx?$/;

/** Returns the paths of the extension's source files without tests, relative to its folder. */
export function sources(pattern = "**/*.{ts,tsx}"): string[] {
  return inExtension(pattern).filter((path) => !TEST.test(path));
}

/** Returns the paths of the extension's test files and those in `test/extension`, relative to the extension. */
export function testFiles(): string[] {
  return [...inExtension("**/*.test.{ts,tsx}"), ...inExtension("../test/extension/*.test.ts")];
}

function inExtension(pattern: string): string[] {
  return globSync(pattern, {
    cwd: EXTENSION,
    exclude: (path) => /(^|\/)(node_modules|\.output|\.wxt|dist)$/.test(path),
  }).sort();
}

export function sourceText(path: string): string {
  return readFileSync(join(EXTENSION, path), "utf8");
}

const IMPORT_FROM = /^(?:import|export)\b([^;"'=]*?)\bfrom\s*["']([^"']+)["']/gm;
const SIDE_EFFECT_IMPORT = /^import\s*["']([^"']+)["']/gm;
const DYNAMIC_IMPORT = /\bimport\(\s*["']([^"']+)["']\s*\)/g;

/** Returns the import specifiers of a file, without type-only imports. */
export function importsOf(text: string): string[] {
  const fromImports = [...text.matchAll(IMPORT_FROM)].filter(([, clause = ""]) => !isTypesOnly(clause));
  const others = [SIDE_EFFECT_IMPORT, DYNAMIC_IMPORT].flatMap((pattern) => [...text.matchAll(pattern)]);
  return [...fromImports.flatMap(([, , from]) => from ?? []), ...others.flatMap(([, from]) => from ?? [])];
}

/** Matches `type { A }` and `{ type A, type B }`. */
function isTypesOnly(clause: string): boolean {
  if (/^\s*type\b/.test(clause)) return true;
  const named = /^\s*\{([^}]*)\}\s*$/.exec(clause)?.[1];
  return !!named?.split(",").every((name) => name.trim() === "" || /^\s*type\s/.test(name));
}

/** Returns the extension's files and the packages that entry files depend on, including indirectly. */
export function dependenciesOf(...entries: readonly string[]): {
  readonly files: Set<string>;
  readonly packages: Set<string>;
} {
  const files = new Set<string>();
  const packages = new Set<string>();
  const visit = (path: string) => {
    if (files.has(path)) return;
    files.add(path);
    if (!/\.tsx?$/.test(path)) return;
    for (const from of importsOf(sourceText(path))) {
      if (!from.startsWith(".")) packages.add(from);
      else visit(pathFrom(path, from));
    }
  };
  entries.forEach(visit);
  const missing = [...files].filter((path) => !existsSync(join(EXTENSION, path)));
  if (missing.length > 0) throw new Error(`${missing.join(", ")} must exist because other files import it.`);
  return { files, packages };
}

/** Returns a file and everything it loads, in order of evaluation. */
export function loadOrderOf(entry: string): Set<string> {
  const files = new Set<string>();
  const visited = new Set<string>();
  const visit = (path: string) => {
    // Strings in tests can contain imports of files that do not exist.
    if (visited.has(path) || !/\.tsx?$/.test(path) || !existsSync(join(EXTENSION, path))) return;
    visited.add(path);
    const text = sourceText(path);
    const positions = importsOf(text).map((from) => ({
      from,
      at: text.search(new RegExp(`["']${RegExp.escape(from)}["']`)),
    }));
    for (const { from } of positions.sort((a, b) => a.at - b.at)) if (from.startsWith(".")) visit(pathFrom(path, from));
    files.add(path);
  };
  visit(entry);
  return files;
}

/** Returns the path of an imported file relative to the extension. */
function pathFrom(path: string, from: string): string {
  return relative(EXTENSION, join(EXTENSION, dirname(path), from.replace(/\?.*$/, "")));
}
