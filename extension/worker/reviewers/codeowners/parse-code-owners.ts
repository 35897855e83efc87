import { type CodeOwnersPattern, matchesPattern, parsePattern } from "./pattern.ts";

/** One line of a CODEOWNERS file. */
export interface CodeOwnerRule {
  readonly pattern: CodeOwnersPattern;
  /**
   * Names as in review requests: `login` or `organization/team`. E-mail addresses are left out, as their owners cannot
   * be requested.
   */
  readonly owners: readonly string[];
}

const USER_PATTERN = /^@([A-Za-z0-9][A-Za-z0-9_-]*)$/;
const TEAM_PATTERN = /^@([A-Za-z0-9][A-Za-z0-9_-]*\/[A-Za-z0-9_][A-Za-z0-9._-]*)$/;
const EMAIL_PATTERN = /^[^\s@]+@[^\s@]+$/;

/** Parses a CODEOWNERS file. Like the service, it skips invalid lines. */
export function parseCodeOwners(text: string): readonly CodeOwnerRule[] {
  return text.split(/\r\n|\r|\n/).flatMap((line) => parseLine(line) ?? []);
}

/** Returns the owners of a file: those of the last matching rule, which can be none. */
export function findOwners(rules: readonly CodeOwnerRule[], file: string): readonly string[] {
  const path = file.split("/");
  return rules.findLast(({ pattern }) => matchesPattern(pattern, path))?.owners ?? [];
}

function parseLine(line: string): CodeOwnerRule | undefined {
  // A comment starts at any `#`, which cannot be escaped.
  const [content = ""] = line.split("#", 1);
  // Spaces in a path are escaped.
  const [patternText] = /^(?:\\.|[^\s\\])+/.exec(content.trimStart()) ?? [];
  if (patternText === undefined) return undefined;
  const pattern = parsePattern(patternText);
  const names = content.trimStart().slice(patternText.length).split(/\s+/).filter(Boolean);
  if (
    !pattern ||
    !names.every((name) => USER_PATTERN.test(name) || TEAM_PATTERN.test(name) || EMAIL_PATTERN.test(name))
  )
    return undefined;
  return { pattern, owners: names.filter((name) => !EMAIL_PATTERN.test(name)).map((name) => name.slice(1)) };
}
