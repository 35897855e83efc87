import type { Problem, ProblemKind } from "../model/problem.ts";

/** Thrown when something was not done for a reason that the user can resolve. */
export class RefusedError extends Error {
  override name = "RefusedError" as const;
  readonly kind: ProblemKind;
  readonly details: Pick<Problem, "switchTo" | "until">;
  constructor(text: string, kind: ProblemKind = "other", details: Pick<Problem, "switchTo" | "until"> = {}) {
    super(text);
    this.kind = kind;
    this.details = details;
  }
}
