/** What to measure, and what comes of it. */
export interface Wanted {
  readonly names: readonly string[];
  /** For programs, on standard output. */
  readonly json: boolean;
  /** The short form, in which a broken budget is an error. */
  readonly quick: boolean;
  /** Writes the page and its plots. */
  readonly page: boolean;
}

const FLAGS = ["--json", "--quick"];

/**
 * Reads the command line: names of cases, none for all of them, and flags. The page is of all cases at their full length, for
 * people.
 * @returns or what is wrong with it, in a line
 */
export function readArguments(args: readonly string[], known: readonly string[]): Wanted | { readonly wrong: string } {
  const wrong = args.find((arg) => !FLAGS.includes(arg) && !known.includes(arg));
  if (wrong !== undefined) {
    const what = wrong.startsWith("-") ? "flag" : "case";
    return { wrong: `There is no ${what} "${wrong}"; cases are ${known.join(", ")}; flags are ${FLAGS.join(", ")}.` };
  }
  const named = known.filter((name) => args.includes(name));
  const [json, quick] = [args.includes("--json"), args.includes("--quick")];
  return { names: named.length === 0 ? known : named, json, quick, page: args.length === 0 };
}
