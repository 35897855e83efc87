import { type SearchQuery, termsOf } from "../../search/query.ts";

/** The kind of things in a list of a repository. */
export type ListedKind = "issue" | "pr";

const singleValue = (value: string) => ({ value, values: [value] });

/** Restricts a query to one kind in a repository, whatever repositories it names. */
export function restrictQuery(query: SearchQuery, kind: ListedKind, repository: string): SearchQuery {
  const terms = [
    { kind: "any", terms: [query.term] },
    { kind: "qualifier", name: "is", ...singleValue(kind) },
    { kind: "qualifier", name: "repo", ...singleValue(repository) },
  ] as const;
  return { ...query, term: { kind: "all", terms } };
}

const STATE_QUALIFIERS: Readonly<Record<string, "open" | "closed">> = {
  "is:open": "open",
  "state:open": "open",
  "is:closed": "closed",
  "state:closed": "closed",
};

const KIND_QUALIFIERS: Readonly<Record<ListedKind, readonly string[]>> = {
  issue: ["is:issue", "type:issue"],
  pr: ["is:pr", "is:pull-request", "type:pr"],
};

/** Returns the state that a query selects, if it contains nothing else. */
export function readStateOnlyQuery({ term }: SearchQuery, kind: ListedKind): "open" | "closed" | "all" | undefined {
  if (term.kind === "any" || term.kind === "not") return undefined;
  const states = new Set<string>();
  for (const { term: inner, isNegated } of termsOf(term)) {
    const text = inner.kind === "qualifier" ? `${inner.name}:${inner.value}`.toLowerCase() : "";
    const state = Object.hasOwn(STATE_QUALIFIERS, text) ? STATE_QUALIFIERS[text] : undefined;
    if (isNegated || (state === undefined && !KIND_QUALIFIERS[kind].includes(text))) return undefined;
    if (state !== undefined) states.add(state);
  }
  if (states.size === 2) return undefined;
  return states.has("open") ? "open" : states.has("closed") ? "closed" : "all";
}
