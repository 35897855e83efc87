import type { Reviewer } from "../messages/states.ts";

/** What stands between names. */
const BETWEEN = /[\s,;]+/;

/** Names as people type them, with or without `@`, one or several, each once; a slash makes a team. */
export function readNames(typed: string): Reviewer[] {
  const names = typed.split(BETWEEN).map((name) => name.replace(/^@+/, ""));
  return distinct(names.filter(Boolean).map((name) => ({ kind: name.includes("/") ? "team" : "user", name })));
}

/** The name that is being typed: what comes behind the last that is whole. */
export function nameAtEnd(typed: string): string {
  return typed.split(BETWEEN).at(-1) ?? "";
}

/** Are they the same? The case of letters doesn't count. */
export function isSame(one: Reviewer, other: Reviewer): boolean {
  return one.kind === other.kind && one.name.toLowerCase() === other.name.toLowerCase();
}

/** Those of the first that are not among the others. */
export function without<R extends Reviewer>(reviewers: readonly R[], others: readonly Reviewer[]): R[] {
  return reviewers.filter((reviewer) => !others.some((other) => isSame(reviewer, other)));
}

/** Each once. */
export function distinct(reviewers: readonly Reviewer[]): Reviewer[] {
  return reviewers.filter((reviewer, index) => reviewers.findIndex((other) => isSame(reviewer, other)) === index);
}
