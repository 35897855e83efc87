import { defineConfig } from "rolldown";

// The command is one file with everything in it, so that it starts at once. What reads OpenPGP keys stays outside: it is
// seldom needed, and its license (LGPL) lets people put in another version of it.
export default defineConfig({
  input: { cli: "src/cli.ts", index: "src/index.ts", vitest: "src/vitest.ts" },
  external: ["vitest", "openpgp"],
  platform: "node",
  output: { dir: "dist", format: "esm", cleanDir: true, chunkFileNames: "[name].js" },
});
