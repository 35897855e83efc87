import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Block, ROOT } from "./blocks.ts";
import { checkData, isData } from "./data.ts";
import { type DocumentShell, isShell, withoutTimes } from "./document-shell.ts";
import { CHECKED_ELSEWHERE } from "./exemptions.ts";
import { isModule } from "./modules.ts";
import { checkTree, isLog, isTree } from "./text-blocks.ts";

/** Shared state for checking the blocks of a document. */
interface BlockContext {
  /** Compiles and runs a block that is a module, and returns its problems. */
  readonly moduleProblems: (block: Block) => Promise<readonly string[]>;
  readonly shell: DocumentShell;
}

interface BlockKind {
  readonly name: string;
  readonly matches: (block: Block) => boolean;
  /** @returns the block's problems */
  readonly check: (block: Block, context: BlockContext) => Promise<readonly string[]>;
}

const BLOCK_KINDS: readonly BlockKind[] = [
  { name: "module", matches: isModule, check: (block, { moduleProblems }) => moduleProblems(block) },
  { name: "commands", matches: isShell, check: (block, { shell }) => shell.run(block) },
  { name: "data", matches: isData, check: checkData },
  { name: "tree", matches: isTree, check: async (block) => checkTree(block) },
  {
    name: "log",
    matches: isLog,
    check: async ({ code }, { shell }) => {
      const logLines = await shell.log();
      const missingLines = code.split("\n").filter((line) => !logLines.includes(withoutTimes(line)));
      return missingLines.map((line) => `the log must contain "${withoutTimes(line)}", got:\n${logLines.join("\n")}`);
    },
  },
];

const isCheckedElsewhere = ({ document, language }: Block) =>
  CHECKED_ELSEWHERE.some((exemption) => {
    return exemption.document === document && exemption.language === language && existsSync(join(ROOT, exemption.test));
  });

const kindOf = (block: Block): BlockKind | undefined => BLOCK_KINDS.find(({ matches }) => matches(block));

/** Returns the problems of a block. A block of an unknown kind is a problem. */
export async function checkBlock(block: Block, context: BlockContext): Promise<readonly string[]> {
  if (isCheckedElsewhere(block)) return [];
  const kind = kindOf(block);
  return kind ? kind.check(block, context) : [`the language of a block must be a known one, got "${block.language}"`];
}
