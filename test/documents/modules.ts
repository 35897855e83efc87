import { join } from "node:path";
import type { Block } from "./blocks.ts";
import { readModuleNames, syntaxErrors } from "./module-names.ts";
import { createScope, exportsOf, extendScope, type ImportScope, importsFor } from "./scope.ts";
import { createTemporaryProject, type TemporaryProject } from "./temporary-project.ts";
import { findValueComments, type ValueComment } from "./value-comments.ts";

/** File extensions by the language of a block. */
const EXTENSIONS: Readonly<Record<string, string>> = {
  ts: "ts",
  typescript: "ts",
  mts: "mts",
  tsx: "tsx",
  js: "js",
  javascript: "js",
  mjs: "mjs",
  jsx: "jsx",
};

export const isModule = ({ language = "" }: Block): boolean => language in EXTENSIONS;

const isFragment = (block: Block): boolean => isModule(block) && block.title === undefined;

/** A block as a module that can be compiled and run. */
export interface BlockModule {
  readonly block: Block;
  readonly path: string;
  /** Syntax errors of the block. */
  readonly errors: readonly string[];
  readonly claims: readonly ValueComment[];
  /** Specifiers of its own imports. */
  readonly imports: ReadonlySet<string>;
}

/** All blocks written as files. */
export interface BlockModules {
  readonly path: string;
  /** Returns the module of a block, if it is code. */
  readonly moduleOf: (block: Block) => BlockModule | undefined;
  /** Returns the folder of a document's files, which the titles of its blocks name. */
  readonly folder: (document: string) => string;
  readonly remove: () => void;
}

/**
 * Writes blocks to files, keeping their line numbers. A block with a title is written to the file of that name. Other
 * blocks are fragments, which can use what is provided for the document (`given/`), declarations and imports of earlier
 * fragments, and exports of earlier files.
 */
export async function writeModules(blocks: readonly Block[]): Promise<BlockModules> {
  const folder = createTemporaryProject([...new Set(blocks.map(({ document }) => document))]);
  const modules = new Map<Block, BlockModule>();
  for (const [document, own] of Map.groupBy(blocks, (block) => block.document)) {
    const fragments = own.filter(isFragment);
    const scope: ImportScope = fragments.length > 0 ? await createScope(document) : new Map();
    for (const block of own) {
      if (isFragment(block)) modules.set(block, writeFragment(folder, block, scope, fragments));
      else if (isModule(block)) modules.set(block, writeFile(folder, block, scope));
      else if (block.title !== undefined) folder.write(join(document, block.title), block.code);
    }
  }
  return {
    path: folder.path,
    moduleOf: (block) => modules.get(block),
    folder: (document) => join(folder.path, document),
    remove: folder.remove,
  };
}

const atLine = (line: number, before: string, code: string) => `${before}${"\n".repeat(line - 1)}${code}`;

function writeFile(folder: TemporaryProject, block: Block, scope: ImportScope): BlockModule {
  const { document, line, title = "", code } = block;
  const path = join(folder.path, document, title);
  const errors = syntaxErrors(code, path, line);
  // A file with syntax errors would hide all other errors of the compiler.
  folder.write(join(document, title), errors.length > 0 ? "" : atLine(line, "", code));
  if (errors.length > 0) return { block, path, errors, claims: [], imports: new Set() };
  const { declared, exported, ...names } = readModuleNames(code, path);
  const exportedNames = new Map([...declared].filter(([name]) => exported.has(name)));
  extendScope(scope, { ...names, exported, declared: exportedNames }, path, document);
  return { block, path, errors, claims: [], imports: names.imports };
}

function writeFragment(
  folder: TemporaryProject,
  block: Block,
  scope: ImportScope,
  fragments: readonly Block[],
): BlockModule {
  const { document, line, language = "", code } = block;
  const name = join(document, `line-${line}.${EXTENSIONS[language]}`);
  const path = join(folder.path, name);
  const errors = syntaxErrors(code, path, line);
  if (errors.length > 0) return { block, path, errors, claims: [], imports: new Set() };
  const names = readModuleNames(code, path);
  const later = fragments.slice(fragments.indexOf(block) + 1);
  const usedLater = new Set(later.flatMap((other) => [...readModuleNames(other.code, path).mentioned]));
  const annotated = findValueComments(code, path);
  const exportStatements = exportsOf(names, usedLater);
  folder.write(name, atLine(line, importsFor(names, scope), `${annotated.code}\n${exportStatements}`));
  extendScope(scope, names, path, document);
  return { block, path, errors, claims: annotated.claims, imports: names.imports };
}
