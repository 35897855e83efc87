/** One thing that a task would do to one target: data, fit for a table. Never holds a secret's value. */
export interface Change {
  readonly target: string;
  readonly what: string;
  readonly before: string;
  readonly after: string;
  /** What differs in a few words, where before and after say more than an error has room for. */
  readonly drift?: string | undefined;
}

/** A target with what went wrong there. */
export interface Failure {
  readonly target: string;
  readonly problem: string;
  /** Nothing went wrong with it: nobody has looked, as the run was cancelled before. */
  readonly isUnread?: boolean | undefined;
}

/** A target that needs nothing, or gets nothing, and why. */
export interface Skipped {
  readonly target: string;
  readonly why: string;
}

/** What the reader may want to take along: lines to paste somewhere. */
export interface Advice {
  readonly title: string;
  readonly text: string;
}

/** What a task would do, and what it would leave alone and why. */
export interface Plan<C extends Change> {
  readonly changes: readonly C[];
  readonly skipped: readonly Skipped[];
  /** Targets that could not be read, and so not planned for. */
  readonly unreadable: readonly Failure[];
  /** What the reader ought to know beside. */
  readonly notes: readonly string[];
  readonly advice?: readonly Advice[] | undefined;
}

/** How a change ended. */
export interface Outcome<C extends Change> {
  readonly change: C;
  /**
   * `unknown`: it was sent, and what came of it can't be told; running again shows. `left alone`: somebody else has seen to it
   * since it was planned.
   */
  readonly end: "changed" | "failed" | "unknown" | "not begun" | "left alone";
  /** Why it did not end well, or what there is to say of a success beside that it is done. */
  readonly note?: string | undefined;
}

/** What came of a plan. */
export interface Applied<C extends Change> {
  readonly outcomes: readonly Outcome<C>[];
  /** What else went wrong: what the next run needs could not be kept. */
  readonly failures: readonly Failure[];
  /** What only shows afterwards. */
  readonly advice?: readonly Advice[] | undefined;
}
