/** A line of shell commands. */
export interface CommandLine {
  /** Its line number in the document. */
  readonly line: number;
  /** The text, with continuation lines joined. */
  readonly text: string;
  /** Its commands as words, without leading assignments and output redirection. */
  readonly commands: readonly (readonly string[])[];
}

const OPERATORS = new Set(["&&", "||", "|", ";", "&"]);
const ASSIGNMENT = /^\w+=/;

/**
 * Returns the commands of a block without prompts and comments.
 * @param line number of the block's first line
 */
export function readCommands(code: string, line: number): CommandLine[] {
  const lines: CommandLine[] = [];
  let continued: { line: number; text: string } | undefined;
  for (const [index, rawLine] of code.split("\n").entries()) {
    const text = continued ? `${continued.text} ${rawLine.trim()}` : rawLine.trim().replace(/^\$ /, "");
    const at = continued?.line ?? line + index;
    continued = text.endsWith("\\") ? { line: at, text: text.slice(0, -1).trimEnd() } : undefined;
    if (continued === undefined && text !== "" && !text.startsWith("#"))
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
  return commands.filter((command) => command.length > 0).map(stripAssignmentsAndOutput);
}

/** Removes leading variable assignments and output redirection. Lines of only assignments stay unchanged. */
function stripAssignmentsAndOutput(words: readonly string[]): string[] {
  const program = words.findIndex((word) => !ASSIGNMENT.test(word));
  const output = words.findIndex((word) => /^\d?>>?$/.test(word));
  return words.slice(Math.max(program, 0), output < 0 ? words.length : output);
}

/** Whether a line runs in a shell with an emulator: it calls curl or git, or sets variables for other lines. */
export const runsInShell = (line: CommandLine): boolean =>
  callsEmulator(line) || line.commands.some(([program = ""]) => program === "export" || ASSIGNMENT.test(program));

/** Whether a line calls a client that connects to the emulator. */
export const callsEmulator = ({ commands }: CommandLine): boolean =>
  commands.some(([program, ...args]) => {
    return program === "curl" || (program === "git" && !args.some((arg) => arg.startsWith("https://")));
  });
