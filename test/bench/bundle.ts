import { basename } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { rolldown } from "rolldown";

/** Sizes of a bundle's chunks in kB, each minified and gzipped on its own, as a server sends them. */
export interface BundleSize {
  /** The entry and its static imports. */
  readonly initial: number;
  /** All other chunks: `import()` loads them when they are needed. */
  readonly onDemand: number;
}

/** Bundles a file for browsers. */
export type Bundler = (entry: string) => Promise<BundleSize>;

/** Bundlers tree-shake differently, so both are measured. */
export const BUNDLERS = {
  async rolldown(entry) {
    const bundle = await rolldown({ input: entry, platform: "browser", logLevel: "silent" });
    try {
      const { output } = await bundle.generate({ format: "esm", minify: true });
      return sizeOf(output.flatMap((part) => (part.type === "chunk" ? { ...part, name: part.fileName } : [])));
    } finally {
      await bundle.close();
    }
  },
  async esbuild(entry) {
    const { outputFiles, metafile } = await build({
      entryPoints: [entry],
      bundle: true,
      splitting: true,
      outdir: "bundle",
      metafile: true,
      minify: true,
      format: "esm",
      platform: "browser",
      target: "es2023",
      write: false,
      logLevel: "silent",
    });
    const code = new Map(outputFiles.map(({ path, text }) => [basename(path), text]));
    const chunks = Object.entries(metafile.outputs).map(([path, { entryPoint = "", imports }]) => ({
      name: basename(path),
      code: code.get(basename(path)) ?? "",
      // The targets of `import()` are entry points too.
      isEntry: basename(entryPoint) === basename(entry),
      imports: imports.filter(({ kind }) => kind === "import-statement").map(({ path }) => basename(path)),
    }));
    return sizeOf(chunks);
  },
} as const satisfies Record<string, Bundler>;

interface Chunk {
  readonly name: string;
  readonly code: string;
  readonly isEntry: boolean;
  /** Names of the chunks that it imports statically. */
  readonly imports: readonly string[];
}

function sizeOf(chunks: readonly Chunk[]): BundleSize {
  const names = new Set(chunks.filter(({ isEntry }) => isEntry).map(({ name }) => name));
  // A set's iteration includes what is added meanwhile.
  for (const name of names)
    for (const path of chunks.find((chunk) => chunk.name === name)?.imports ?? []) names.add(path);
  const gzipped = (isInitial: boolean) =>
    chunks
      .filter(({ name }) => names.has(name) === isInitial)
      .reduce((sum, { code }) => sum + gzipSync(code, { level: 9 }).length / 1000, 0);
  return { initial: gzipped(true), onDemand: gzipped(false) };
}
