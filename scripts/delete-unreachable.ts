// Deletes the modules of the built core that no published entry imports: those that only other steps of the build read.
import { existsSync, globSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { readPublishedExports } from "./published-exports.ts";

const CORE = fileURLToPath(new URL("../packages/core/", import.meta.url));

const reachable = new Set<string>();

function visit(path: string): void {
  if (reachable.has(path) || !existsSync(path)) return;
  reachable.add(path);
  for (const [, specifier = ""] of readFileSync(path, "utf8").matchAll(/(?:from|import)\s*\(?\s*"(\.[^"]+)"/g))
    visit(join(dirname(path), specifier));
}

const targets = Object.values(readPublishedExports()).flatMap(({ node, default: module }) =>
  node === undefined ? [module] : [node, module],
);
for (const path of globSync(targets, { cwd: CORE })) visit(join(CORE, path));
for (const path of globSync("dist/**/*.js", { cwd: CORE }))
  if (!reachable.has(join(CORE, path))) rmSync(join(CORE, path));
