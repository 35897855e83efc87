// Bundles the built core for Node: the modules in `dist/` become a few chunks in `dist/node/`, because opening and linking
// hundreds of files takes most of the time of an import. Bundlers use the modules, which they can tree-shake best.
import { globSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type CodeSplittingGroup, type Plugin, rolldown } from "rolldown";
import { assignChunks, SHARED_CHUNKS } from "./bundle-core/chunk-assignment.ts";
import { withoutWhitespace } from "./bundle-core/without-whitespace.ts";
import { readPublishedExports } from "./published-exports.ts";

const CORE = fileURLToPath(new URL("../packages/core/", import.meta.url));

const CLIENTS = ["index", "client/lean"];
const AREAS = "contract/areas/";
/** Entries that import the modules of all areas, so they don't decide which chunk a module belongs to. */
const COMBINED = ["by-route", "namespaced-client", "operations/index", "validation/compiled"];

/** Returns the entries that have the condition `node`: their paths in `dist/`, without extension. */
function readEntries(): string[] {
  return Object.entries(readPublishedExports()).flatMap(([entry, { node, default: module }]) => {
    if (node === undefined) return [];
    const expected = module.replace("./dist/", "./dist/node/");
    if (node !== expected) throw new Error(`The condition "node" of ${entry} must be ${expected}, got ${node}.`);
    return globSync(module, { cwd: CORE }).map((file) => file.replace(/^(?:\.\/)?dist\//, "").replace(/\.js$/, ""));
  });
}

const entries = readEntries().toSorted();
const fileOf = (entry: string) => `${CORE}dist/${entry}.js`;

let chunks: ReadonlyMap<string, string> = new Map();
const assignmentPlugin: Plugin = {
  name: "assign-chunks",
  buildEnd() {
    const areas = entries.filter((entry) => entry.startsWith(AREAS));
    const excluded = new Set([...CLIENTS, ...COMBINED, ...areas]);
    chunks = assignChunks(
      {
        clients: CLIENTS.map(fileOf),
        areas: areas.map(fileOf),
        others: entries.filter((entry) => !excluded.has(entry)).map(fileOf),
      },
      (id) => this.getModuleInfo(id),
    );
  },
};

/** The printer adds white space to generated checks, which are only for machines. */
const compactPlugin: Plugin = {
  name: "compact-generated-code",
  generateBundle(_, bundle) {
    for (const file of Object.values(bundle))
      if (file.type === "chunk" && file.fileName.endsWith("-checkers.js"))
        file.code = withoutWhitespace(file.fileName, file.code);
  },
};

// A group also takes everything that its modules import, except what groups of a higher priority contain.
const groups: CodeSplittingGroup[] = [
  ...SHARED_CHUNKS.map((name, index) => ({
    name,
    test: (id: string) => chunks.get(id) === name,
    priority: SHARED_CHUNKS.length - index,
  })),
  { name: (id: string) => chunks.get(id) ?? null, debugName: "operations" },
];

const bundle = await rolldown({
  input: Object.fromEntries(entries.map((entry) => [entry, fileOf(entry)])),
  // Dependencies stay packages, so that the application and other libraries share them.
  external: /^[^./]/,
  platform: "node",
  plugins: [assignmentPlugin, compactPlugin],
  experimental: { attachDebugInfo: "none" },
});
await bundle.write({
  dir: `${CORE}dist/node`,
  format: "esm",
  // V8 stores two bytes per character of a file with a single one above U+00FF.
  charset: "ascii",
  cleanDir: true,
  chunkFileNames: "chunks/[name].js",
  comments: { annotation: true, legal: true, jsdoc: false },
  codeSplitting: { groups },
});
await bundle.close();
