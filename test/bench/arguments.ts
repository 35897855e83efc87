/** What to measure, and how to say it. */
export interface Wanted {
  readonly names: readonly string[];
  readonly json: boolean;
}

/**
 * Reads the command line: names of cases, none for all of them, and `--json`.
 * @returns or what is wrong with it, in a line
 */
export function readArguments(args: readonly string[], known: readonly string[]): Wanted | { readonly wrong: string } {
  const wrong = args.find((arg) => arg !== "--json" && !known.includes(arg));
  if (wrong !== undefined) {
    const what = wrong.startsWith("-") ? "flag" : "case";
    return { wrong: `There is no ${what} "${wrong}"; the cases are ${known.join(", ")}, the flag is --json.` };
  }
  const named = known.filter((name) => args.includes(name));
  return { names: named.length === 0 ? known : named, json: args.includes("--json") };
}
