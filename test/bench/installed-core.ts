import { cpSync, existsSync, globSync, readFileSync, realpathSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import * as z from "zod/mini";
import { linkPackages } from "../../scripts/link-packages.ts";
import { readFiles } from "../../scripts/package/read-files.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const CORE = join(ROOT, "packages/core");

/** The tiny app, written in several ways. */
export const APPS = fileURLToPath(new URL("apps/", import.meta.url));

const Manifest = z.looseObject({
  publishConfig: z.looseObject({ exports: z.record(z.string(), z.unknown()) }),
});

const WORKERS = fileURLToPath(new URL("worker/", import.meta.url));

/**
 * Installs the core in a folder as from a registry: the built files, with the published exports, without any sources. Links
 * the installed packages, and adds the workers.
 * @returns the folder
 */
export function installCore(folder: string): string {
  if (!existsSync(join(CORE, "dist/index.js"))) throw new Error("packages/core is not built; run npm run build");
  const installed = installedCore(folder);
  cpSync(join(CORE, "dist"), join(installed, "dist"), { recursive: true });
  const { publishConfig, ...manifest } = Manifest.parse(JSON.parse(readFileSync(join(CORE, "package.json"), "utf8")));
  writeFileSync(join(installed, "package.json"), JSON.stringify({ ...manifest, ...publishConfig }));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
  linkPackages(join(CORE, "node_modules"), join(installed, "node_modules"));
  linkPackages(join(ROOT, "node_modules"), join(folder, "node_modules"));
  cpSync(WORKERS, join(folder, "worker"), { recursive: true });
  return folder;
}

const installedCore = (folder: string) => join(folder, "node_modules/@forgehand/core");

/** Total size of the installed core, without what is linked, and of some of its dependencies, in bytes. */
export function installedBytes(folder: string, dependencies: readonly string[]): number {
  const installed = installedCore(folder);
  const files = [
    ...readFiles(installed, (name) => name === "node_modules"),
    ...dependencies.flatMap((name) => readFiles(realpathSync(join(installed, "node_modules", name)))),
  ];
  return files.reduce((sum, { content }) => sum + content.length, 0);
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
