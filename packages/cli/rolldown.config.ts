import { defineConfig } from "rolldown";
import { builtCore } from "../../scripts/built-core.ts";
import { bundledRedis } from "../../scripts/bundled-redis.ts";
import { bundledUndici, UNDICI_DEFINE } from "../../scripts/bundled-undici.ts";
import { noticesPlugin } from "../../scripts/notices/notices.ts";

// Everything is bundled, so that the command installs no other packages. Help and invalid flags need little more than
// cli.js and main.js; the rest is in chunks that are loaded when there is work to do.
export default defineConfig({
  input: { cli: "src/cli.ts" },
  platform: "node",
  plugins: [builtCore(), bundledUndici(), bundledRedis(), noticesPlugin()],
  transform: { define: UNDICI_DEFINE },
  // Node's modules have no side effects, but are slow to load.
  treeshake: { moduleSideEffects: (_, isExternal) => (isExternal ? false : undefined) },
  output: {
    dir: "dist",
    format: "esm",
    minify: true,
    cleanDir: true,
    entryFileNames: "[name].js",
    chunkFileNames: "[name]-[hash].js",
  },
});
