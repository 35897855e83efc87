/** Cases to measure, and the format of the report. */
export interface BenchOptions {
  readonly names: readonly string[];
  /** Print JSON to standard output instead of a table. */
  readonly json: boolean;
  /** Fewer rounds; a broken budget is an error. */
  readonly quick: boolean;
  /** Write the benchmarks page and its plots. */
  readonly page: boolean;
}

const FLAGS = ["--json", "--quick"];

/**
 * Parses the command line: names of cases (default: all) and flags. The page is only written for a full run without
 * flags.
 * @returns the options, or a one-line error message
 */
export function readArguments(
  args: readonly string[],
  known: readonly string[],
): BenchOptions | { readonly error: string } {
  const unknownArgument = args.find((arg) => !FLAGS.includes(arg) && !known.includes(arg));
  if (unknownArgument !== undefined) {
    const kind = unknownArgument.startsWith("-") ? "flag" : "case";
    return {
      error: `Unknown ${kind} "${unknownArgument}"; cases are ${known.join(", ")}; flags are ${FLAGS.join(", ")}.`,
    };
  }
  const named = known.filter((name) => args.includes(name));
  const [json, quick] = [args.includes("--json"), args.includes("--quick")];
  return { names: named.length === 0 ? known : named, json, quick, page: args.length === 0 };
}
