import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

const EXTENSION = fileURLToPath(new URL("../../extension", import.meta.url));
const TEST = /\.(test|fixture)\.tsx?$/;

/** All that the extension is made of, by its path within it; no tests. */
export function sources(pattern = "**/*.{ts,tsx}"): string[] {
  const inside = globSync(pattern, {
    cwd: EXTENSION,
    exclude: (path) => /(^|\/)(node_modules|\.output|\.wxt|dist)$/.test(path),
  });
  return inside.filter((path) => !TEST.test(path)).sort();
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
      else visit(normalize(join(dirname(path), from.replace(/\?.*$/, ""))));
    }
  };
  entries.forEach(visit);
  const lost = [...files].filter((path) => !existsSync(join(EXTENSION, path)));
  if (lost.length > 0) throw new Error(`${lost.join(", ")} is imported and isn't there`);
  return { files, packages };
}
