import { defineConfig } from "rolldown";

// One file: the runner checks the action out and installs nothing.
export default defineConfig({
  input: "src/main.ts",
  platform: "node",
  output: { file: "dist/main.js", format: "esm", minify: true, codeSplitting: false },
});
