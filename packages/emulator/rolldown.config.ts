import { defineConfig } from "rolldown";
import { notices } from "../../scripts/notices/notices.ts";

// The command is one file with everything in it, so that it starts at once. What reads OpenPGP keys stays outside: it is
// seldom needed, and its license (LGPL) lets people put in another version of it.
export default defineConfig({
  input: {
    cli: "src/cli.ts",
    index: "src/index.ts",
    vitest: "src/vitest.ts",
    "sending-thread": "src/deliveries/sending-thread.ts",
  },
  external: ["vitest", "openpgp"],
  platform: "node",
  plugins: [
    {
      name: "narrow",
      // One wide character makes the engine keep two bytes for each of a file's. The source map stays: what follows on such
      // a line moves by a few columns, and no line does.
      renderChunk: (code) => ({ code: code.replace(/[\u0100-\uffff]/g, escaped), map: null }),
    },
    notices(),
  ],
  // Source maps tell more of where code is from than comments would.
  experimental: { attachDebugInfo: "none" },
  output: {
    dir: "dist",
    format: "esm",
    cleanDir: true,
    chunkFileNames: "[name].js",
    sourcemap: true,
    // Where a package lies is the affair of whoever builds.
    sourcemapPathTransform: (source) => source.replace(/^.*\/node_modules\//, "../node_modules/"),
  },
});

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
