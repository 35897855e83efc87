import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Block, ROOT } from "./blocks.ts";
import { checkData, isData } from "./data.ts";
import { CHECKED_ELSEWHERE } from "./exemptions.ts";
import { isModule } from "./modules.ts";
import { checkTree, isLog, isTree } from "./pictures.ts";
import { isShell, type Shell, withoutTimes } from "./shell.ts";

/** What blocks are checked with that belong together. */
interface Surroundings {
  /** What is wrong with a module. */
  readonly compiled: (block: Block) => Promise<readonly string[]>;
  /** The document's shell. */
  readonly shell: Shell;
}

/** A kind of blocks, and how they are checked. */
interface Kind {
  readonly name: string;
  readonly has: (block: Block) => boolean;
  /** @returns what is wrong with the block */
  readonly check: (block: Block, surroundings: Surroundings) => Promise<readonly string[]>;
}

/** Every kind of blocks that a test covers. */
const KINDS: readonly Kind[] = [
  { name: "module", has: isModule, check: (block, { compiled }) => compiled(block) },
  { name: "commands", has: isShell, check: (block, { shell }) => shell.run(block) },
  { name: "data", has: isData, check: checkData },
  { name: "tree", has: isTree, check: async (block) => checkTree(block) },
  {
    name: "log",
    has: isLog,
    check: async ({ code }, { shell }) => {
      const told = await shell.log();
      const untold = code.split("\n").filter((line) => !told.includes(withoutTimes(line)));
      return untold.map((line) => `the service tells no "${withoutTimes(line)}", but:\n${told.join("\n")}`);
    },
  },
];

const isCheckedElsewhere = ({ document, language }: Block) =>
  CHECKED_ELSEWHERE.some((its) => {
    return its.document === document && its.language === language && existsSync(join(ROOT, its.test));
  });

const kindOf = (block: Block): Kind | undefined => KINDS.find(({ has }) => has(block));

/** What is wrong with a block; a block that no check covers is wrong. */
export async function check(block: Block, surroundings: Surroundings): Promise<readonly string[]> {
  if (isCheckedElsewhere(block)) return [];
  const kind = kindOf(block);
  return kind ? kind.check(block, surroundings) : [`no check covers a block of "${block.language}"`];
}
