import { gzipSync } from "node:zlib";
import { build as esbuild } from "esbuild";
import { rolldown } from "rolldown";

/** Bundles a file for browsers, minified, and returns the code. */
export type Bundler = (entry: string) => Promise<string>;

/** Bundlers tree-shake differently, so both are measured. */
export const BUNDLERS = { rolldown: withRolldown, esbuild: withEsbuild } as const satisfies Record<string, Bundler>;

async function withRolldown(entry: string): Promise<string> {
  const bundle = await rolldown({ input: entry, platform: "browser", logLevel: "silent" });
  try {
    const { output } = await bundle.generate({ format: "esm", minify: true });
    return output.map((part) => (part.type === "chunk" ? part.code : "")).join("");
  } finally {
    await bundle.close();
  }
}

async function withEsbuild(entry: string): Promise<string> {
  const { outputFiles } = await esbuild({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    target: "es2023",
    write: false,
    logLevel: "silent",
  });
  return outputFiles.map((file) => file.text).join("");
}

export function gzippedSize(code: string): number {
  return gzipSync(code, { level: 9 }).length / 1000;
}
