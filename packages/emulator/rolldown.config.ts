import { defineConfig } from "rolldown";
import { noticesPlugin } from "../../scripts/notices/notices.ts";

// Bundles the command into one file for a fast start. OpenPGP stays external: it is rarely needed, and its license
// (LGPL) requires that users can replace it. The client, which only the Vitest fixture has, is the one that users install.
export default defineConfig({
  input: {
    cli: "src/cli.ts",
    index: "src/index.ts",
    vitest: "src/vitest.ts",
    "markdown-process": "src/objects/markdown-process.ts",
  },
  external: ["vitest", "openpgp", "@forgehand/core"],
  platform: "node",
  plugins: [
    {
      name: "escape-non-latin1",
      // A single character above U+00FF makes V8 store two bytes per character of the file. The source map stays valid,
      // because only columns after such a character move. Earlier hooks run before the code is printed.
      generateBundle(_, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type === "chunk") file.code = file.code.replace(/[\u0100-\uffff]/g, escapeCharacter);
        }
      },
    },
    noticesPlugin(),
  ],
  // Source maps already give the origin of the code.
  experimental: { attachDebugInfo: "none" },
  output: {
    dir: "dist",
    format: "esm",
    cleanDir: true,
    chunkFileNames: "[name].js",
    sourcemap: true,
    // Normalizes paths that depend on where packages are installed.
    sourcemapPathTransform: (source) => source.replace(/^.*\/node_modules\//, "../node_modules/"),
  },
});

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
