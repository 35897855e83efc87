// Parses GitHub's search syntax.
// @see GitHub's documentation on searching issues and pull requests

/** A node of a parsed query. */
export type SearchTerm =
  | { readonly kind: "all" | "any"; readonly terms: readonly SearchTerm[] }
  | { readonly kind: "not"; readonly term: SearchTerm }
  | { readonly kind: "word"; readonly text: string }
  | Qualifier;

/** A qualifier such as `label:bug,"help wanted"`. */
export interface Qualifier {
  readonly kind: "qualifier";
  readonly name: string;
  /** The text after the colon, without quotes. */
  readonly value: string;
  /** The value, split at commas outside of quotes. */
  readonly values: readonly string[];
}

/** A parsed query. */
export interface SearchQuery {
  readonly term: SearchTerm;
  readonly operators: number;
}

type QueryToken =
  | { readonly kind: "(" | ")" | "AND" | "OR" | "NOT" }
  | { readonly kind: "term"; readonly term: SearchTerm };

/**
 * Parses a query: words, "quoted phrases", qualifiers, `-`, NOT, AND, OR and parentheses. Every text is valid: what
 * doesn't fit, such as an extra parenthesis, is ignored.
 * @param isQualifier returns whether a name before a colon is a qualifier; otherwise the text is a word
 */
export function parseQuery(text: string, isQualifier: (name: string) => boolean): SearchQuery {
  const tokens = tokenize(text, isQualifier);
  const operators = tokens.filter(({ kind }) => kind === "AND" || kind === "OR" || kind === "NOT").length;
  let at = 0;

  function parseAny(isOpen: boolean): SearchTerm {
    const terms = [parseAll()];
    for (let token = tokens[at]; token && !(isOpen && token.kind === ")"); token = tokens[at]) {
      at++;
      if (token.kind === "OR") terms.push(parseAll());
    }
    at++;
    return combine("any", terms.filter(isNonEmpty));
  }

  function parseAll(): SearchTerm {
    const terms: SearchTerm[] = [];
    for (let token = tokens[at]; token && token.kind !== "OR" && token.kind !== ")"; token = tokens[at]) {
      if (token.kind === "AND") at++;
      else terms.push(parseUnit());
    }
    return combine("all", terms.filter(isNonEmpty));
  }

  function parseUnit(): SearchTerm {
    const token = tokens[at++];
    if (token?.kind === "NOT") return negate(parseUnit());
    if (token?.kind === "(") return parseAny(true);
    return token?.kind === "term" ? token.term : EMPTY_TERM;
  }

  const term = parseAny(false);
  return { term, operators };
}

/** Yields the leaves of a query, each with whether it is negated. */
export function* termsOf(
  term: SearchTerm,
  isNegated = false,
): Generator<{ readonly term: SearchTerm; readonly isNegated: boolean }> {
  if (term.kind === "all" || term.kind === "any") for (const inner of term.terms) yield* termsOf(inner, isNegated);
  else if (term.kind === "not") yield* termsOf(term.term, !isNegated);
  else yield { term, isNegated };
}

/** Returns the words of a query, without negated ones. */
export function wordsOf(term: SearchTerm): string[] {
  return [...termsOf(term)].flatMap(({ term: found, isNegated }) =>
    found.kind === "word" && !isNegated ? [found.text] : [],
  );
}

const EMPTY_TERM: SearchTerm = { kind: "all", terms: [] };

function isNonEmpty(term: SearchTerm): boolean {
  return term.kind !== "all" || term.terms.length > 0;
}

function combine(kind: "all" | "any", terms: readonly SearchTerm[]): SearchTerm {
  const [first, ...others] = terms;
  if (!first) return EMPTY_TERM;
  return others.length === 0 ? first : { kind, terms };
}

function negate(term: SearchTerm): SearchTerm {
  return isNonEmpty(term) ? { kind: "not", term } : EMPTY_TERM;
}

/** Maximum depth of parentheses. Deeper ones are ignored. */
const MAX_DEPTH = 50;

function tokenize(text: string, isQualifier: (name: string) => boolean): QueryToken[] {
  const tokens: QueryToken[] = [];
  let depth = 0;
  // Spaces and parentheses inside quotes are part of the phrase. An unclosed quote extends to the end.
  for (const [raw] of text.matchAll(/-?\(|\)|(?:"[^"]*(?:"|$)|[^\s"()]|(?<=[^\s(])\()+/g)) {
    if (raw === "(" || raw === "-(") {
      depth++;
      if (depth <= MAX_DEPTH) tokens.push(...(raw === "-(" ? [{ kind: "NOT" } as const] : []), { kind: "(" });
    } else if (raw === ")") {
      if (depth > 0 && depth <= MAX_DEPTH) tokens.push({ kind: ")" });
      depth = Math.max(0, depth - 1);
    } else if (raw === "AND" || raw === "OR" || raw === "NOT") tokens.push({ kind: raw });
    else tokens.push({ kind: "term", term: readTerm(raw, isQualifier) });
  }
  return tokens;
}

function readTerm(raw: string, isQualifier: (name: string) => boolean): SearchTerm {
  const [dashes = ""] = /^-+(?=.)/s.exec(raw) ?? [];
  // Two negations are one less than three.
  if (dashes.length > 2) return readTerm(raw.slice(dashes.length - 2 + (dashes.length % 2)), isQualifier);
  if (dashes !== "") return negate(readTerm(raw.slice(1), isQualifier));
  const [, name, rawValue] = /^([a-z-]+):(.+)$/is.exec(raw) ?? [];
  if (name !== undefined && rawValue !== undefined && isQualifier(name.toLowerCase())) {
    const parts = rawValue.match(/(?:"[^"]*(?:"|$)|[^,"])+/g) ?? [];
    return {
      kind: "qualifier",
      name: name.toLowerCase(),
      value: withoutQuotes(rawValue),
      values: parts.map(withoutQuotes),
    };
  }
  return { kind: "word", text: withoutQuotes(raw) };
}

function withoutQuotes(text: string): string {
  return text.replaceAll('"', "");
}
