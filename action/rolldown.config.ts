import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "rolldown";
import { builtCore } from "../scripts/built-core.ts";
import { bundledRedis } from "../scripts/bundled-redis.ts";
import { bundledUndici, UNDICI_DEFINE } from "../scripts/bundled-undici.ts";
import { noticesPlugin } from "../scripts/notices/notices.ts";

const standInFile = (file: string) => fileURLToPath(new URL(`src/bundle/${file}`, import.meta.url));

/**
 * Modules that are slow to load but imported at startup, their importers, and the stand-ins that load them on first
 * use.
 */
const LAZY_MODULES: readonly { readonly module: RegExp; readonly importer: RegExp; readonly standIn: string }[] = [
  {
    module: /^(?:node:)?crypto$/,
    importer: /[\\/](?:@actions[\\/]core[\\/].*|tasks[\\/]src[\\/]credentials[\\/]read-credentials\.ts)$/,
    standIn: standInFile("lazy-crypto.ts"),
  },
  {
    module: /^@forgehand\/core\/undici$/,
    importer: /[\\/](?:action|tasks)[\\/]src[\\/]/,
    standIn: standInFile("lazy-undici.ts"),
  },
];

const lazyModules: Plugin = {
  name: "lazy-modules",
  resolveId: {
    filter: { id: LAZY_MODULES.map(({ module }) => module) },
    handler(id, importer = "") {
      const found = LAZY_MODULES.find((lazyModule) => lazyModule.module.test(id) && lazyModule.importer.test(importer));
      // A stand-in imports the module it replaces.
      return found === undefined || found.standIn === importer ? null : found.standIn;
    },
  },
};

// The runner checks out the action and installs nothing, so everything is bundled into dist/. Rejecting an invalid
// input needs little more than main.js; the rest is in chunks that are loaded when there is work to do.
export default defineConfig({
  input: { main: "src/main.ts" },
  platform: "node",
  plugins: [lazyModules, builtCore(), bundledUndici(), bundledRedis(), noticesPlugin()],
  transform: { define: UNDICI_DEFINE },
  // Node's modules, and the command helpers and the HTTP client of `@actions/core`, have no side effects, but are slow
  // to load.
  treeshake: {
    moduleSideEffects: (id, isExternal) =>
      isExternal || /[\\/]@actions[\\/](?:exec|io|http-client)[\\/]/.test(id) ? false : undefined,
  },
  output: { dir: "dist", format: "esm", minify: true, entryFileNames: "[name].js", chunkFileNames: "[name]-[hash].js" },
});
