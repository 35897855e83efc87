import { RE2JS, RE2JSException } from "re2js";

// Rules have regular expressions in RE2's syntax, as in GitHub's documentation, and its engine matches in linear time.
// @see https://github.com/google/re2/wiki/Syntax

/** Maximum length of an expression or pattern of a rule in characters. */
export const MAX_EXPRESSION_LENGTH = 1000;

/** Compiles a rule's regular expression. Returns undefined if it is invalid. */
export function parseRuleExpression(expression: string): RE2JS | undefined {
  if (expression.length > MAX_EXPRESSION_LENGTH) return undefined;
  try {
    return RE2JS.compile(expression);
  } catch (error) {
    if (error instanceof RE2JSException) return undefined;
    throw error;
  }
}

/** Maximum number of steps for one text. A step takes about 12 ns, so that this takes about 0.3 s. */
const MAX_STEPS = 25_000_000;

/** Milliseconds after which no further text of a push is matched. */
const MAX_MILLISECONDS = 2000;

/** Returns whether an expression matches anywhere in a text; undefined if that would take too long. */
export type ExpressionMatcher = (expression: RE2JS, text: string) => boolean | undefined;

/** Creates the matcher for one push. */
export function createExpressionMatcher(): ExpressionMatcher {
  let elapsed = 0;
  return (expression, text) => {
    if (expression.programSize() * text.length > MAX_STEPS || elapsed > MAX_MILLISECONDS) return undefined;
    const start = performance.now();
    const isMatch = expression.test(text);
    elapsed += performance.now() - start;
    return isMatch;
  };
}
