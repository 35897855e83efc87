// Deletes the modules of the built core that no published entry imports: those that only other steps of the build read.
import { existsSync, globSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import * as z from "zod/mini";

const CORE = fileURLToPath(new URL("../packages/core/", import.meta.url));

const Manifest = z.object({
  publishConfig: z.object({
    exports: z.record(z.string(), z.object({ node: z.optional(z.string()), default: z.string() })),
  }),
});

const reachable = new Set<string>();

function visit(path: string): void {
  if (reachable.has(path) || !existsSync(path)) return;
  reachable.add(path);
  for (const [, specifier = ""] of readFileSync(path, "utf8").matchAll(/(?:from|import)\s*\(?\s*"(\.[^"]+)"/g))
    visit(join(dirname(path), specifier));
}

const { publishConfig } = z.parse(Manifest, JSON.parse(readFileSync(join(CORE, "package.json"), "utf8")));
const targets = Object.values(publishConfig.exports).flatMap(({ node, default: module }) =>
  node === undefined ? [module] : [node, module],
);
for (const path of globSync(targets, { cwd: CORE })) visit(join(CORE, path));
for (const path of globSync("dist/**/*.js", { cwd: CORE }))
  if (!reachable.has(join(CORE, path))) rmSync(join(CORE, path));
