import { isForgeError } from "@forgehand/core";

/** A position in a file; line and column count from 1. */
export interface SourceLocation {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** An error that the workflow's author can fix. */
export class Problem extends Error {
  override name = "Problem" as const;
  /** Position in a file; the message contains it too. */
  readonly location: SourceLocation | undefined;
  /** Further problems. */
  readonly additional: readonly Problem[];

  constructor(message: string, location?: SourceLocation, others: readonly Problem[] = []) {
    super(message);
    this.location = location;
    this.additional = others;
  }
}

/** Maximum number of problems in a message. */
const MAX_REPORTED = 10;
/** Maximum number of problems of a list that are described. */
const MAX_DESCRIBED = 100;

/** Problems with a file, which can have a million of them: only the first ones are described, the others counted. */
export interface ProblemList {
  add(describe: () => Problem): void;
  /**
   * Throws one Problem for all, in the order of the file; does nothing if there are none.
   * @throws Problem
   */
  throwAll(): void;
}

/** Creates an empty list of problems. */
export function createProblemList(): ProblemList {
  const described: Problem[] = [];
  let count = 0;
  return {
    add(describe) {
      count++;
      if (count <= MAX_DESCRIBED) described.push(describe());
    },
    throwAll() {
      throwProblems(described, count);
    },
  };
}

function throwProblems(problems: readonly Problem[], count: number): void {
  const [first, ...others] = problems.toSorted(
    ({ location: a }, { location: b }) => (a?.line ?? 0) - (b?.line ?? 0) || (a?.column ?? 0) - (b?.column ?? 0),
  );
  if (first === undefined) return;
  const omitted = count - MAX_REPORTED;
  const more = () => new Problem(`And ${omitted.toLocaleString("en")} more.`);
  const reported = omitted > 0 ? [...others.slice(0, MAX_REPORTED - 1), more()] : others;
  throw new Problem(first.message, first.location, reported);
}

/**
 * Runs a check for each item and collects the problems.
 * @throws Problem with all distinct problems; other errors immediately
 */
export function checkEach<T>(items: Iterable<T>, check: (item: T) => void): void {
  const problems = new Map<string, Problem>();
  for (const item of items) {
    try {
      check(item);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      // An invalid input is reported once per entry; duplicates are dropped.
      for (const reported of [error, ...error.additional]) problems.set(reported.message, reported);
    }
  }
  throwProblems([...problems.values()], problems.size);
}

/** Describes an error in one line for a log. */
export function describeError(error: unknown): string {
  if (error instanceof Problem) return toOneLine([error, ...error.additional].map(({ message }) => message).join(" "));
  if (isForgeError(error)) return toOneLine(error.message);
  return toOneLine(`Unexpected error: ${error instanceof Error ? error.message : String(error)}`);
}

/** Replaces line breaks. The runner executes log lines that start with `::`, so foreign text must not start a line. */
export function toOneLine(text: string): string {
  return text.replace(/[\r\n\u2028\u2029]+/g, " ");
}
