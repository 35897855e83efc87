import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const EXTENSION = fileURLToPath(new URL("../../extension", import.meta.url));
const TEST = /\.(test|fixture)\.tsx?$/;

/** All that the extension is made of, by its path within it; no tests. */
export function sources(pattern = "**/*.{ts,tsx}"): string[] {
  return inExtension(pattern).filter((path) => !TEST.test(path));
}

/** Test files of the extension, and those of the folder `test/extension`, by their paths from the extension. */
export function tests(): string[] {
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

const WITH_FROM = /^(?:import|export)\b([^;"'=]*?)\bfrom\s*["']([^"']+)["']/gm;
const BARE = /^import\s*["']([^"']+)["']/gm;
const DYNAMIC = /\bimport\(\s*["']([^"']+)["']\s*\)/g;

/** What a file imports beside types, as it is written there. */
export function importsOf(text: string): string[] {
  const named = [...text.matchAll(WITH_FROM)].filter(([, clause = ""]) => !isTypesOnly(clause));
  const others = [BARE, DYNAMIC].flatMap((way) => [...text.matchAll(way)]);
  return [...named.flatMap(([, , from]) => from ?? []), ...others.flatMap(([, from]) => from ?? [])];
}

/** `type { A }`, or `{ type A, type B }`. */
function isTypesOnly(clause: string): boolean {
  if (/^\s*type\b/.test(clause)) return true;
  const named = /^\s*\{([^}]*)\}\s*$/.exec(clause)?.[1];
  return !!named?.split(",").every((name) => name.trim() === "" || /^\s*type\s/.test(name));
}

/** A file and all that it brings with it: the extension's own files, and what others made. */
export function broughtBy(...entries: readonly string[]): {
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
  const lost = [...files].filter((path) => !existsSync(join(EXTENSION, path)));
  if (lost.length > 0) throw new Error(`${lost.join(", ")} is imported and isn't there`);
  return { files, packages };
}

/** A file and all that it loads, in the order in which that is evaluated. */
export function loadedBy(entry: string): Set<string> {
  const files = new Set<string>();
  const begun = new Set<string>();
  const visit = (path: string) => {
    // A test's own strings can have imports of files that don't exist.
    if (begun.has(path) || !/\.tsx?$/.test(path) || !existsSync(join(EXTENSION, path))) return;
    begun.add(path);
    const text = sourceText(path);
    const places = importsOf(text).map((from) => ({
      from,
      at: text.search(new RegExp(`["']${RegExp.escape(from)}["']`)),
    }));
    for (const { from } of places.sort((a, b) => a.at - b.at)) if (from.startsWith(".")) visit(pathFrom(path, from));
    files.add(path);
  };
  visit(entry);
  return files;
}

/** The path of an imported file from the extension. */
function pathFrom(path: string, from: string): string {
  return relative(EXTENSION, join(EXTENSION, dirname(path), from.replace(/\?.*$/, "")));
}
