import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import * as z from "zod/mini";
import { readFiles } from "../../scripts/package/read-files.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const CORE = join(ROOT, "packages/core");

const Manifest = z.looseObject({
  publishConfig: z.looseObject({ exports: z.record(z.string(), z.unknown()) }),
  dependencies: z.record(z.string(), z.string()),
  peerDependencies: z.record(z.string(), z.string()),
});

/**
 * Runs a function with a temporary folder in which the core is installed as from a registry: the built files, with the
 * published exports, without any sources.
 */
export async function withInstalledCore<T>(run: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "forgehand-bench-"));
  try {
    install(folder);
    return await run(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function install(folder: string): void {
  if (!existsSync(join(CORE, "dist/index.js"))) throw new Error("packages/core is not built; run npm run build");
  const installed = installedCore(folder);
  mkdirSync(installed, { recursive: true });
  cpSync(join(CORE, "dist"), join(installed, "dist"), { recursive: true });
  const { publishConfig, ...manifest } = Manifest.parse(JSON.parse(readFileSync(join(CORE, "package.json"), "utf8")));
  writeFileSync(join(installed, "package.json"), JSON.stringify({ ...manifest, ...publishConfig }));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
  // Peer dependencies are linked too, so that the result does not depend on what else is measured.
  linkPackages(folder, CORE, [...Object.keys(manifest.dependencies), ...Object.keys(manifest.peerDependencies)]);
}

/** Links packages from the repository's root `node_modules` into the folder. */
export function installFromRoot(folder: string, names: readonly string[]): void {
  linkPackages(folder, ROOT, names);
}

function linkPackages(folder: string, from: string, names: readonly string[]): void {
  for (const name of names) {
    const installed = join(folder, "node_modules", name);
    mkdirSync(dirname(installed), { recursive: true });
    symlinkSync(join(from, "node_modules", name), installed);
  }
}

const installedCore = (folder: string) => join(folder, "node_modules/@forgehand/core");

/** Total size of the installed core and of some of its dependencies, in bytes. */
export function installedBytes(folder: string, dependencies: readonly string[]): number {
  const folders = [installedCore(folder), ...dependencies.map((name) => join(folder, "node_modules", name))];
  return folders.flatMap((path) => readFiles(realpathSync(path))).reduce((sum, { content }) => sum + content.length, 0);
}

/** Total size of the published type declarations, in bytes. */
export function declarationBytes(folder: string): number {
  const files = globSync("dist/**/*.d.ts", { cwd: installedCore(folder) });
  return files.reduce((sum, file) => sum + statSync(join(installedCore(folder), file)).size, 0);
}

/**
 * Number of operations that a published module exports.
 * @param subpath for example `operations/starring`
 */
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
