import type { PatternExpressions } from "./custom-patterns.ts";

// Custom patterns run on every push, in an engine that supports a subset of regular expressions: no lookaround and no
// backreferences.
// @see GitHub's documentation on custom patterns

/** Returns the expressions of a pattern that are invalid or unsupported. */
export function invalidExpressions(
  expressions: { readonly [K in keyof PatternExpressions]?: PatternExpressions[K] | undefined },
): { readonly field: keyof PatternExpressions; readonly expression: string }[] {
  const { pattern, start_delimiter, end_delimiter, must_match = [], must_not_match = [] } = expressions;
  const allExpressions = [
    { field: "pattern", expression: pattern },
    { field: "start_delimiter", expression: start_delimiter },
    { field: "end_delimiter", expression: end_delimiter },
    ...must_match.map((expression) => ({ field: "must_match", expression }) as const),
    ...must_not_match.map((expression) => ({ field: "must_not_match", expression }) as const),
  ] as const;
  return allExpressions.flatMap(({ field, expression }) =>
    expression === undefined || isSupportedExpression(expression, field === "pattern") ? [] : [{ field, expression }],
  );
}

function isSupportedExpression(expression: string, isPattern: boolean): boolean {
  // An empty pattern would match everywhere.
  if (isPattern && expression === "") return false;
  // An unclosed class, which is invalid, extends to the end, so that it isn't searched for again at each bracket.
  const unescaped = expression.replace(/\\[^1-9kg]/gs, "").replace(/\[\^?\]?[^\]]*(?:\]|$)/g, "");
  if (/\(\?(?:[=!>(R|]|<[=!])|\\[1-9kg]/.test(unescaped)) return false;
  try {
    new RegExp(toJavaScriptSyntax(expression));
    return true;
  } catch {
    return false;
  }
}

/**
 * Converts inline flags and named groups to JavaScript's syntax, well enough to check whether the expression is valid.
 */
function toJavaScriptSyntax(expression: string): string {
  return expression
    .replace(/\(\?[imsx]+(?:-[imsx]+)?\)/g, "")
    .replace(/\(\?[imsx]+(?:-[imsx]+)?:/g, "(?:")
    .replaceAll("(?P<", "(?<");
}
