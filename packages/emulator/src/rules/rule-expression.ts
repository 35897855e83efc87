/**
 * Compiles a rule's regular expression. GitHub's syntax has flags in front, as in `(?i)fix`; otherwise it is read as
 * JavaScript's.
 * @returns undefined if it is invalid
 */
export function parseRuleExpression(pattern: string): RegExp | undefined {
  const [prefix = "", flags = ""] = /^\(\?([ims]+)\)/.exec(pattern) ?? [];
  try {
    return new RegExp(pattern.slice(prefix.length), [...new Set(flags)].join(""));
  } catch {
    return undefined;
  }
}
