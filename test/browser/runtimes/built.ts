import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/** What is tried, with the package as it was built, as one module for any runtime. */
export async function builtModule(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [path("receiving.ts")],
    alias: { "@forgehand/core/webhooks": path("../../../packages/core/dist/webhooks/index.js") },
    bundle: true,
    format: "esm",
    // Knows of nothing but what runtimes have in common: an import of Node's fails here.
    platform: "neutral",
    write: false,
    logLevel: "silent",
  });
  return outputFiles.map(({ text }) => text).join("");
}
