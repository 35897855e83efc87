import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "rolldown";
import { notices } from "../scripts/notices/notices.ts";

const standIn = (file: string) => fileURLToPath(new URL(`src/bundle/${file}`, import.meta.url));

/** What takes long to load, who imports it at the start all the same, and what stands for it until it is used. */
const LATE: readonly { readonly module: RegExp; readonly importer: RegExp; readonly standIn: string }[] = [
  {
    module: /^(?:node:)?crypto$/,
    importer: /[\\/](?:@actions[\\/]core[\\/].*|action[\\/]src[\\/]credentials[\\/]given\.ts)$/,
    standIn: standIn("late-crypto.ts"),
  },
  {
    module: /^@actions\/http-client/,
    importer: /[\\/]@actions[\\/]core[\\/]/,
    standIn: standIn("late-http-client.ts"),
  },
  { module: /^@forgehand\/core\/undici$/, importer: /[\\/]action[\\/]src[\\/]/, standIn: standIn("late-undici.ts") },
];

const late: Plugin = {
  name: "late",
  resolveId: {
    filter: { id: LATE.map(({ module }) => module) },
    handler(id, importer = "") {
      const found = LATE.find((one) => one.module.test(id) && one.importer.test(importer));
      // What stands for a module imports that itself.
      return found === undefined || found.standIn === importer ? null : found.standIn;
    },
  },
};

// The runner checks the action out and installs nothing: all of it lies in dist/. What refuses a bad input is main.js and
// little else; the rest lies in chunks, which are loaded once there is something to do.
export default defineConfig({
  input: { main: "src/main.ts" },
  platform: "node",
  plugins: [late, notices()],
  // Node's own modules, and what `@actions/core` runs commands with, do nothing when they are loaded but take time.
  treeshake: {
    moduleSideEffects: (id, isExternal) =>
      isExternal || /[\\/]@actions[\\/](?:exec|io)[\\/]/.test(id) ? false : undefined,
  },
  output: { dir: "dist", format: "esm", minify: true, entryFileNames: "[name].js", chunkFileNames: "[name]-[hash].js" },
});
