import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import * as z from "zod/mini";

const MANIFEST = fileURLToPath(new URL("../packages/core/package.json", import.meta.url));

const Manifest = z.object({
  publishConfig: z.object({
    exports: z.record(z.string(), z.object({ node: z.optional(z.string()), default: z.string() })),
  }),
});

/** Returns the published entries of the core, by name, with the modules for Node and for bundlers. */
export function readPublishedExports() {
  return z.parse(Manifest, JSON.parse(readFileSync(MANIFEST, "utf8"))).publishConfig.exports;
}
