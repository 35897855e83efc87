import { Problem } from "@forgehand/tasks/problem";
import type { CommandContext } from "../command-context.ts";
import { completeWords } from "./complete-words.ts";
import { SCRIPTS, SHELLS } from "./scripts.ts";

/**
 * Prints the script of a shell.
 * @throws Problem if the shell is not known
 */
export function printCompletion({ args, print }: CommandContext): void {
  const [name = ""] = args.positionals;
  const shell = SHELLS.find((known) => known === name);
  if (shell === undefined) throw new Problem(`The shell must be ${SHELLS.join(", ")}, got ${JSON.stringify(name)}.`);
  print(SCRIPTS[shell]);
}

/** Prints proposals for the last of some words, as the scripts read them. */
export function printProposals(words: readonly string[], print: (text: string) => void): void {
  print(
    completeWords(words)
      .map(({ word, description }) => `${word}\t${description}\n`)
      .join(""),
  );
}
