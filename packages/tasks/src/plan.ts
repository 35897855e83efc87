/** One change that a task would make to one target. Serializable; never contains a secret's value. */
export interface Change {
  readonly target: string;
  readonly what: string;
  readonly before: string;
  readonly after: string;
  /** A short description of the difference, for error messages. */
  readonly drift?: string | undefined;
  /** Parts of the change that are shown one per row, such as the subject of each kind of job. */
  readonly details?: readonly ChangeDetail[] | undefined;
}

/** One part of a change, before and after it. */
export interface ChangeDetail {
  readonly label: string;
  readonly before: string;
  readonly after: string;
}

/** A target and what went wrong. */
export interface Failure {
  readonly target: string;
  readonly problem: string;
  /** True if the target was not read because the run was cancelled. */
  readonly isUnread?: boolean | undefined;
}

/** A target that is not changed, and why. */
export interface Skipped {
  readonly target: string;
  readonly why: string;
  /** True if it already is as configured, rather than excluded. */
  readonly isUnchanged?: boolean | undefined;
}

/** A target that the task will not try again, such as an event whose receiver failed too often. */
export interface GivenUp {
  readonly target: string;
  readonly problem: string;
  /** False if an earlier run has reported it. */
  readonly isNew: boolean;
  /** Number of targets that this stands for; default 1. */
  readonly count?: number | undefined;
}

/** Text for the user to copy, such as a configuration to paste. */
export interface Advice {
  readonly title: string;
  readonly text: string;
}

/** The changes that a task would make, and the targets that it would skip. */
export interface Plan<C extends Change> {
  readonly changes: readonly C[];
  readonly skipped: readonly Skipped[];
  /** Targets that could not be read and are therefore not planned. */
  readonly unreadable: readonly Failure[];
  /** Warnings. */
  readonly notes: readonly string[];
  /** Targets that are not tried again. */
  readonly givenUp?: readonly GivenUp[] | undefined;
  readonly advice?: readonly Advice[] | undefined;
}

export interface Outcome<C extends Change> {
  readonly change: C;
  /**
   * `unknown`: the change was sent, but its result is not known; running again resolves it. `skipped`: another process made the
   * change since it was planned.
   */
  readonly end: "changed" | "failed" | "unknown" | "not-started" | "skipped";
  /** Reason why it failed, or additional information about a success. */
  readonly note?: string | undefined;
}

/** Result of applying a plan. */
export interface Applied<C extends Change> {
  readonly outcomes: readonly Outcome<C>[];
  /** Failures other than changes, such as state that could not be saved for the next run. */
  readonly failures: readonly Failure[];
  /** Warnings that are only known after the changes were applied. */
  readonly notes?: readonly string[] | undefined;
  /** Targets that are not tried again after this run. */
  readonly givenUp?: readonly GivenUp[] | undefined;
  /** Advice that is only known after the changes were applied. */
  readonly advice?: readonly Advice[] | undefined;
}
