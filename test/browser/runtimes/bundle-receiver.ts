import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/** Bundles the receiver under test with the built package, as one module for any runtime. */
export async function bundleReceiver(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [path("receiving.ts")],
    alias: { "@forgehand/core/webhooks": path("../../../packages/core/dist/webhooks/index.js") },
    bundle: true,
    format: "esm",
    // Allows only APIs that all runtimes have in common: importing a Node module fails.
    platform: "neutral",
    write: false,
    logLevel: "silent",
  });
  return outputFiles.map(({ text }) => text).join("");
}
