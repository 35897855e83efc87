import type { Reviewer } from "../model/control-states.ts";

/** Characters that separate names. */
const SEPARATORS = /[\s,;]+/;

/** Parses one or more typed names, with or without `@`, without duplicates. A name with a slash is a team. */
export function parseReviewers(typed: string): Reviewer[] {
  const names = typed.split(SEPARATORS).map((name) => name.replace(/^@+/, ""));
  return distinct(names.filter(Boolean).map((name) => ({ kind: name.includes("/") ? "team" : "user", name })));
}

/** Returns the name being typed: the text after the last separator. */
export function lastName(typed: string): string {
  return typed.split(SEPARATORS).at(-1) ?? "";
}

/** Compares two reviewers, ignoring case. */
export function isSameReviewer(a: Reviewer, other: Reviewer): boolean {
  return a.kind === other.kind && a.name.toLowerCase() === other.name.toLowerCase();
}

/** Returns the reviewers that are not among the others. */
export function without<R extends Reviewer>(reviewers: readonly R[], others: readonly Reviewer[]): R[] {
  return reviewers.filter((reviewer) => !others.some((other) => isSameReviewer(reviewer, other)));
}

export function distinct(reviewers: readonly Reviewer[]): Reviewer[] {
  return reviewers.filter(
    (reviewer, index) => reviewers.findIndex((other) => isSameReviewer(reviewer, other)) === index,
  );
}
