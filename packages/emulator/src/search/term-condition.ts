import { allOf, type Condition } from "../state/condition.ts";
import { anyOf, condition, not } from "./qualifier-conditions.ts";
import type { Qualifier, SearchTerm } from "./query.ts";

// Evaluates parsed queries whose terms are independent of each other.

/** A word or a qualifier of a query. */
export type LeafTerm = Qualifier | Extract<SearchTerm, { kind: "word" }>;

/** Qualifiers that are combined with OR if repeated, since a result has one repository and one owner. */
const SCOPES: ReadonlySet<string> = new Set(["repo", "org", "user"]);

export const isScope = (term: SearchTerm): term is Qualifier => term.kind === "qualifier" && SCOPES.has(term.name);

export const NEVER = condition("0");

/**
 * Combines the conditions of a query.
 * @param leaf returns the condition of a word or a qualifier
 */
export function termCondition(term: SearchTerm, leaf: (leaf: LeafTerm) => Condition): Condition {
  switch (term.kind) {
    case "all": {
      const scopes = term.terms.filter(isScope);
      const others = term.terms.filter((inner) => !isScope(inner));
      return allOf([
        ...(scopes.length > 0 ? [anyOf(scopes.map(leaf))] : []),
        ...others.map((inner) => termCondition(inner, leaf)),
      ]);
    }
    case "any":
      return anyOf(term.terms.map((inner) => termCondition(inner, leaf)));
    case "not":
      return not(termCondition(term.term, leaf));
    default:
      return leaf(term);
  }
}

/**
 * Whether something matches a query.
 * @param leaf returns whether it matches a word or a qualifier
 */
export function matchesTerm(term: SearchTerm, leaf: (leaf: LeafTerm) => boolean): boolean {
  switch (term.kind) {
    case "all":
      return term.terms.every((inner) => matchesTerm(inner, leaf));
    case "any":
      return term.terms.some((inner) => matchesTerm(inner, leaf));
    case "not":
      return !matchesTerm(term.term, leaf);
    default:
      return leaf(term);
  }
}
