import { join } from "node:path";
import type { Block } from "./blocks.ts";
import { type Claim, findClaims } from "./claims.ts";
import { type Folder, makeFolder } from "./folder.ts";
import { readNames, syntaxErrors } from "./names.ts";
import { beginScope, exportsOf, extendScope, importsFor, type Scope } from "./scope.ts";

/** The compiler's name for each language that it reads. */
const ENDINGS: Readonly<Record<string, string>> = {
  ...{ ts: "ts", typescript: "ts", mts: "mts", tsx: "tsx" },
  ...{ js: "js", javascript: "js", mjs: "mjs", jsx: "jsx" },
};

export const isModule = ({ language = "" }: Block): boolean => language in ENDINGS;

const isFragment = (block: Block): boolean => isModule(block) && block.title === undefined;

/** A block as a module that can be compiled and run. */
export interface Module {
  readonly block: Block;
  readonly path: string;
  /** Why it is no module at all. */
  readonly wrong: readonly string[];
  readonly claims: readonly Claim[];
  /** The modules that it imports by itself. */
  readonly imports: ReadonlySet<string>;
}

/** Blocks as files of a folder. */
export interface Modules {
  readonly path: string;
  /** The module of a block, if it is one. */
  readonly of: (block: Block) => Module | undefined;
  /** Where a document's files are: those that its blocks' titles name. */
  readonly folder: (document: string) => string;
  readonly remove: () => void;
}

/**
 * Writes blocks into files, each line where it is in its document. What shows a file is that file. What doesn't is a fragment:
 * a module that has what stands before it in its document, which is what its reader is to have (`given/`), what fragments
 * before it declared and imported, and what files before it export.
 */
export async function writeModules(blocks: readonly Block[]): Promise<Modules> {
  const folder = makeFolder([...new Set(blocks.map(({ document }) => document))]);
  const modules = new Map<Block, Module>();
  for (const [document, own] of Map.groupBy(blocks, (block) => block.document)) {
    const fragments = own.filter(isFragment);
    const scope: Scope = fragments.length > 0 ? await beginScope(document) : new Map();
    for (const block of own) {
      if (isFragment(block)) modules.set(block, writeFragment(folder, block, scope, fragments));
      else if (isModule(block)) modules.set(block, writeFile(folder, block, scope));
      else if (block.title !== undefined) folder.write(join(document, block.title), block.code);
    }
  }
  return {
    path: folder.path,
    of: (block) => modules.get(block),
    folder: (document) => join(folder.path, document),
    remove: folder.remove,
  };
}

const atLine = (line: number, before: string, code: string) => `${before}${"\n".repeat(line - 1)}${code}`;

function writeFile(folder: Folder, block: Block, scope: Scope): Module {
  const { document, line, title = "", code } = block;
  const path = join(folder.path, document, title);
  const wrong = syntaxErrors(code, path, line);
  // Of modules among which one is none the compiler tells nothing else.
  folder.write(join(document, title), wrong.length > 0 ? "" : atLine(line, "", code));
  if (wrong.length > 0) return { block, path, wrong, claims: [], imports: new Set() };
  const { declared, exported, ...names } = readNames(code, path);
  const given = new Map([...declared].filter(([name]) => exported.has(name)));
  extendScope(scope, { ...names, exported, declared: given }, path, document);
  return { block, path, wrong, claims: [], imports: names.imports };
}

function writeFragment(folder: Folder, block: Block, scope: Scope, fragments: readonly Block[]): Module {
  const { document, line, language = "", code } = block;
  const name = join(document, `line-${line}.${ENDINGS[language]}`);
  const path = join(folder.path, name);
  const wrong = syntaxErrors(code, path, line);
  if (wrong.length > 0) return { block, path, wrong, claims: [], imports: new Set() };
  const names = readNames(code, path);
  const later = fragments.slice(fragments.indexOf(block) + 1);
  const usedLater = new Set(later.flatMap((other) => [...readNames(other.code, path).mentioned]));
  const claimed = findClaims(code, path);
  const after = exportsOf(names, usedLater);
  folder.write(name, atLine(line, importsFor(names, scope), `${claimed.code}\n${after}`));
  extendScope(scope, names, path, document);
  return { block, path, wrong, claims: claimed.claims, imports: names.imports };
}
