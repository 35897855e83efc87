import { gzipSync } from "node:zlib";
import { build as esbuild } from "esbuild";
import { rolldown } from "rolldown";

/** Bundles a file for browsers, minified, and gives the code. */
export type Bundle = (entry: string) => Promise<string>;

/** They shake different things out of a bundle, so both are asked. */
export const BUNDLERS = { rolldown: withRolldown, esbuild: withEsbuild } as const satisfies Record<string, Bundle>;

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

/** What a code takes on its way to a browser, in kB. */
export function gzippedSize(code: string): number {
  return gzipSync(code, { level: 9 }).length / 1000;
}
