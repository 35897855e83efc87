import type { PatternExpressions } from "./custom-patterns.ts";

// Custom patterns are looked for as fast as secrets are pushed, by an engine that knows a part of what other regular
// expressions can say: nothing that looks around, and nothing that refers back (public documentation of custom patterns).

/** The field of a pattern's expressions that can't be looked for; none where all is well. */
export function wrongExpressions(
  told: { readonly [K in keyof PatternExpressions]?: PatternExpressions[K] | undefined },
): { readonly field: keyof PatternExpressions; readonly expression: string }[] {
  const { pattern, start_delimiter, end_delimiter, must_match = [], must_not_match = [] } = told;
  const all = [
    ...[
      { field: "pattern", expression: pattern },
      { field: "start_delimiter", expression: start_delimiter },
    ],
    { field: "end_delimiter", expression: end_delimiter },
    ...must_match.map((expression) => ({ field: "must_match", expression }) as const),
    ...must_not_match.map((expression) => ({ field: "must_not_match", expression }) as const),
  ] as const;
  return all.flatMap(({ field, expression }) =>
    expression === undefined || canBeLookedFor(expression, field === "pattern") ? [] : [{ field, expression }],
  );
}

function canBeLookedFor(expression: string, isPattern: boolean): boolean {
  // What matches nothing at all would be found everywhere.
  if (isPattern && expression === "") return false;
  const unescaped = expression.replace(/\\[^1-9kg]/gs, "").replace(/\[\^?\]?[^\]]*\]/g, "");
  if (/\(\?(?:[=!>(R|]|<[=!])|\\[1-9kg]/.test(unescaped)) return false;
  try {
    new RegExp(spelt(expression));
    return true;
  } catch {
    return false;
  }
}

/** The same in JavaScript's spelling, as far as it takes to tell whether it is one: its flags by themselves and named groups. */
function spelt(expression: string): string {
  return expression
    .replace(/\(\?[imsx]+(?:-[imsx]+)?\)/g, "")
    .replace(/\(\?[imsx]+(?:-[imsx]+)?:/g, "(?:")
    .replaceAll("(?P<", "(?<");
}
