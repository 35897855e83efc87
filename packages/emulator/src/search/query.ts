// The language of search queries (public documentation of searching issues and pull requests).

/** What a query asks for. */
export type Term =
  | { readonly kind: "all" | "any"; readonly terms: readonly Term[] }
  | { readonly kind: "not"; readonly term: Term }
  | { readonly kind: "word"; readonly text: string }
  | Qualifier;

/** `label:bug,"help wanted"`. */
export interface Qualifier {
  readonly kind: "qualifier";
  readonly name: string;
  /** All that follows the colon, quotes taken off. */
  readonly value: string;
  /** The same, taken apart at commas outside quotes. */
  readonly values: readonly string[];
}

/** A query, taken apart. */
export interface Query {
  readonly term: Term;
  /** How often AND, OR and NOT are said. */
  readonly operators: number;
}

type Token = { readonly kind: "(" | ")" | "AND" | "OR" | "NOT" } | { readonly kind: "term"; readonly term: Term };

/**
 * Takes a query apart: words, "words in order", qualifiers, `-` and NOT, AND, OR and parentheses. Nothing is no query:
 * what doesn't fit, such as a parenthesis too many, says nothing.
 * @param isQualifier which names before a colon are qualifiers; others are words
 */
export function parseQuery(text: string, isQualifier: (name: string) => boolean): Query {
  const tokens = tokenize(text, isQualifier);
  const operators = tokens.filter(({ kind }) => kind === "AND" || kind === "OR" || kind === "NOT").length;
  let at = 0;

  function any(isOpen: boolean): Term {
    const terms = [all()];
    for (let token = tokens[at]; token && !(isOpen && token.kind === ")"); token = tokens[at]) {
      at++;
      if (token.kind === "OR") terms.push(all());
    }
    at++;
    return one("any", terms.filter(saysSomething));
  }

  function all(): Term {
    const terms: Term[] = [];
    for (let token = tokens[at]; token && token.kind !== "OR" && token.kind !== ")"; token = tokens[at]) {
      if (token.kind === "AND") at++;
      else terms.push(unit());
    }
    return one("all", terms.filter(saysSomething));
  }

  function unit(): Term {
    const token = tokens[at++];
    if (token?.kind === "NOT") return negated(unit());
    if (token?.kind === "(") return any(true);
    return token?.kind === "term" ? token.term : NOTHING;
  }

  const term = any(false);
  return { term, operators };
}

/** The parts of a query that are not said of a "not", with those that are. */
export function* termsOf(
  term: Term,
  isNegated = false,
): Generator<{ readonly term: Term; readonly isNegated: boolean }> {
  if (term.kind === "all" || term.kind === "any") for (const inner of term.terms) yield* termsOf(inner, isNegated);
  else if (term.kind === "not") yield* termsOf(term.term, !isNegated);
  else yield { term, isNegated };
}

const NOTHING: Term = { kind: "all", terms: [] };

function saysSomething(term: Term): boolean {
  return term.kind !== "all" || term.terms.length > 0;
}

function one(kind: "all" | "any", terms: readonly Term[]): Term {
  const [first, ...others] = terms;
  if (!first) return NOTHING;
  return others.length === 0 ? first : { kind, terms };
}

function negated(term: Term): Term {
  return saysSomething(term) ? { kind: "not", term } : NOTHING;
}

function tokenize(text: string, isQualifier: (name: string) => boolean): Token[] {
  const tokens: Token[] = [];
  let depth = 0;
  // A blank or a parenthesis inside quotes is part of what is quoted; a quote that never ends quotes the rest.
  for (const [raw] of text.matchAll(/-?\(|\)|(?:"[^"]*(?:"|$)|[^\s"()]|(?<=[^\s(])\()+/g)) {
    if (raw === "(" || raw === "-(") {
      depth++;
      tokens.push(...(raw === "-(" ? [{ kind: "NOT" } as const] : []), { kind: "(" });
    } else if (raw === ")") {
      if (depth > 0) tokens.push({ kind: ")" });
      depth = Math.max(0, depth - 1);
    } else if (raw === "AND" || raw === "OR" || raw === "NOT") tokens.push({ kind: raw });
    else tokens.push({ kind: "term", term: readTerm(raw, isQualifier) });
  }
  return tokens;
}

function readTerm(raw: string, isQualifier: (name: string) => boolean): Term {
  if (raw.startsWith("-") && raw.length > 1) return negated(readTerm(raw.slice(1), isQualifier));
  const [, name, said] = /^([a-z-]+):(.+)$/is.exec(raw) ?? [];
  if (name !== undefined && said !== undefined && isQualifier(name.toLowerCase())) {
    const parts = said.match(/(?:"[^"]*(?:"|$)|[^,"])+/g) ?? [];
    return { kind: "qualifier", name: name.toLowerCase(), value: bare(said), values: parts.map(bare) };
  }
  return { kind: "word", text: bare(raw) };
}

function bare(text: string): string {
  return text.replaceAll('"', "");
}
