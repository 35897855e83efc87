/** One line of commands, as a shell takes it. */
export interface Line {
  /** Its number in the document. */
  readonly line: number;
  /** As it is written, on one line. */
  readonly text: string;
  /** Its commands, each as words, without what is assigned in front of them and where their output goes. */
  readonly commands: readonly (readonly string[])[];
}

const OPERATORS = new Set(["&&", "||", "|", ";", "&"]);
const ASSIGNMENT = /^\w+=/;

/** The commands of a block, without prompts and comments. @param line the block's first */
export function readCommands(code: string, line: number): Line[] {
  const lines: Line[] = [];
  let begun: { line: number; text: string } | undefined;
  for (const [index, row] of code.split("\n").entries()) {
    const text = begun ? `${begun.text} ${row.trim()}` : row.trim().replace(/^\$ /, "");
    const at = begun?.line ?? line + index;
    begun = text.endsWith("\\") ? { line: at, text: text.slice(0, -1).trimEnd() } : undefined;
    if (begun === undefined && text !== "" && !text.startsWith("#"))
      lines.push({ line: at, text, commands: commandsOf(text) });
  }
  return lines;
}

function commandsOf(text: string): string[][] {
  const words = text.match(/[;&|]+(?=\s|$)|(?:[^\s"';]|"[^"]*"|'[^']*')+/g) ?? [];
  const comment = words.findIndex((word) => word.startsWith("#"));
  const commands: string[][] = [[]];
  for (const word of words.slice(0, comment < 0 ? words.length : comment)) {
    if (OPERATORS.has(word)) commands.push([]);
    else commands.at(-1)?.push(word.replaceAll(/"([^"]*)"|'([^']*)'/g, "$1$2"));
  }
  return commands.filter((command) => command.length > 0).map(withoutSurroundings);
}

/** Variables for one command alone go, and where its output does; of a line of assignments nothing goes. */
function withoutSurroundings(words: readonly string[]): string[] {
  const program = words.findIndex((word) => !ASSIGNMENT.test(word));
  const output = words.findIndex((word) => /^\d?>>?$/.test(word));
  return words.slice(Math.max(program, 0), output < 0 ? words.length : output);
}

/** Whether a line is one for a shell with a running service: it asks that, or remembers something for a line that does. */
export const isForShell = ({ commands }: Line): boolean =>
  commands.some(([program = ""]) => program === "curl" || program === "export" || ASSIGNMENT.test(program));
