import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import * as z from "zod/mini";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const CORE = join(ROOT, "packages/core");

const Manifest = z.looseObject({
  publishConfig: z.looseObject({ exports: z.record(z.string(), z.unknown()) }),
  dependencies: z.record(z.string(), z.string()),
  peerDependencies: z.record(z.string(), z.string()),
});

/**
 * Lends a folder in which the core is installed as from a registry: what was built, under the exports that are published.
 * Nothing of the sources is in reach.
 */
export async function withPublished<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "forgehand-bench-"));
  try {
    install(folder);
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function install(folder: string): void {
  if (!existsSync(join(CORE, "dist/index.js"))) throw new Error("the core is not built; run npm run build");
  const installed = coreIn(folder);
  mkdirSync(installed, { recursive: true });
  cpSync(join(CORE, "dist"), join(installed, "dist"), { recursive: true });
  const { publishConfig, ...manifest } = Manifest.parse(JSON.parse(readFileSync(join(CORE, "package.json"), "utf8")));
  writeFileSync(join(installed, "package.json"), JSON.stringify({ ...manifest, ...publishConfig }));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
  // A peer is there as well: an import of it must not depend on what else is measured.
  link(folder, CORE, [...Object.keys(manifest.dependencies), ...Object.keys(manifest.peerDependencies)]);
}

/** Installs packages beside the core that this repository has at its root. */
export function installFromRoot(folder: string, names: readonly string[]): void {
  link(folder, ROOT, names);
}

function link(folder: string, from: string, names: readonly string[]): void {
  for (const name of names) {
    const installed = join(folder, "node_modules", name);
    mkdirSync(dirname(installed), { recursive: true });
    symlinkSync(join(from, "node_modules", name), installed);
  }
}

const coreIn = (folder: string) => join(folder, "node_modules/@forgehand/core");

/** The bytes of all declarations that are published. */
export function declarationBytes(folder: string): number {
  const files = globSync("dist/**/*.d.ts", { cwd: coreIn(folder) });
  return files.reduce((sum, file) => sum + statSync(join(coreIn(folder), file)).size, 0);
}

/** How many operations a published module has: `operations`, `operations/starring`. */
export async function countOperations(folder: string, subpath: string): Promise<number> {
  const counter = join(folder, "count.mjs");
  writeFileSync(counter, `export * from "@forgehand/core/${subpath}";\n`);
  const url = pathToFileURL(counter);
  url.search = subpath;
  const module: object = await import(url.href);
  return Object.values(module).filter(isOperation).length;
}

function isOperation(value: unknown): boolean {
  return typeof value === "object" && value !== null && "route" in value;
}
