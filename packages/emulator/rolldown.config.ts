import { defineConfig } from "rolldown";

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
  // One wide character makes the engine keep two bytes for each of a file's.
  plugins: [{ name: "narrow", renderChunk: (code) => code.replace(/[\u0100-\uffff]/g, escaped) }],
  output: { dir: "dist", format: "esm", cleanDir: true, chunkFileNames: "[name].js" },
});

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
