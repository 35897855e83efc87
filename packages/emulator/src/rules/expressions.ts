/**
 * A regular expression of a rule. The service's kind has its flags in front, as in `(?i)fix`; all else that the two kinds
 * have in common is taken as it is.
 * @returns undefined where it is none
 */
export function readExpression(pattern: string): RegExp | undefined {
  const [front = "", flags = ""] = /^\(\?([ims]+)\)/.exec(pattern) ?? [];
  try {
    return new RegExp(pattern.slice(front.length), [...new Set(flags)].join(""));
  } catch {
    return undefined;
  }
}
