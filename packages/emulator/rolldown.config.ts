import { defineConfig } from "rolldown";

// The command is one file with everything in it, so that it starts at once.
export default defineConfig({
  input: { cli: "src/cli.ts", index: "src/index.ts", vitest: "src/vitest.ts" },
  external: ["vitest"],
  platform: "node",
  output: { dir: "dist", format: "esm", cleanDir: true, chunkFileNames: "[name].js" },
});
