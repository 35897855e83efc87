import { basename } from "node:path";
import { gzipSync } from "node:zlib";
import { build as esbuild } from "esbuild";
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
export const BUNDLERS = { rolldown: withRolldown, esbuild: withEsbuild } as const satisfies Record<string, Bundler>;

async function withRolldown(entry: string): Promise<BundleSize> {
  const bundle = await rolldown({ input: entry, platform: "browser", logLevel: "silent" });
  try {
    const { output } = await bundle.generate({ format: "esm", minify: true });
    const chunks = output.filter((part) => part.type === "chunk");
    return sizeOf(
      chunks.map(({ fileName, code, isEntry, imports }): Chunk => ({ name: fileName, code, isEntry, imports })),
    );
  } finally {
    await bundle.close();
  }
}

async function withEsbuild(entry: string): Promise<BundleSize> {
  const { outputFiles, metafile } = await esbuild({
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
  return sizeOf(
    Object.entries(metafile.outputs).map(([path, { entryPoint, imports }]): Chunk => {
      const name = basename(path);
      const staticImports = imports.filter(({ kind }) => kind === "import-statement");
      return {
        name,
        code: code.get(name) ?? "",
        // The targets of `import()` are entry points too.
        isEntry: entryPoint !== undefined && basename(entryPoint) === basename(entry),
        imports: staticImports.map(({ path }) => basename(path)),
      };
    }),
  );
}

interface Chunk {
  readonly name: string;
  readonly code: string;
  readonly isEntry: boolean;
  /** Names of the chunks that it imports statically. */
  readonly imports: readonly string[];
}

function sizeOf(chunks: readonly Chunk[]): BundleSize {
  const byName = new Map(chunks.map((chunk) => [chunk.name, chunk]));
  const initial = new Set<Chunk>();
  const visit = (chunk: Chunk | undefined): void => {
    if (chunk === undefined || initial.has(chunk)) return;
    initial.add(chunk);
    for (const name of chunk.imports) visit(byName.get(name));
  };
  for (const chunk of chunks) if (chunk.isEntry) visit(chunk);
  const onDemand = chunks.filter((chunk) => !initial.has(chunk));
  return { initial: gzippedSize([...initial]), onDemand: gzippedSize(onDemand) };
}

function gzippedSize(chunks: readonly Chunk[]): number {
  return chunks.reduce((sum, { code }) => sum + gzipSync(code, { level: 9 }).length / 1000, 0);
}
