import { matches, type Pattern, readPattern } from "./pattern.ts";

/** One line of a CODEOWNERS file. */
export interface OwnerRule {
  readonly pattern: Pattern;
  /** As they are asked for a review: `login` or `organization/team`. Who is named by an e-mail address can't be asked. */
  readonly owners: readonly string[];
}

const USER = /^@([A-Za-z0-9][A-Za-z0-9_-]*)$/;
const TEAM = /^@([A-Za-z0-9][A-Za-z0-9_-]*\/[A-Za-z0-9_][A-Za-z0-9._-]*)$/;
const EMAIL = /^[^\s@]+@[^\s@]+$/;

/** Reads a CODEOWNERS file. As the service does, it passes over lines that are wrong. */
export function readCodeOwners(text: string): readonly OwnerRule[] {
  return text.split(/\r\n|\r|\n/).flatMap((line) => readLine(line) ?? []);
}

/** Whom a file belongs to: the last rule that means it decides, also where it names nobody. */
export function ownersOf(rules: readonly OwnerRule[], file: string): readonly string[] {
  const path = file.split("/");
  return rules.findLast(({ pattern }) => matches(pattern, path))?.owners ?? [];
}

function readLine(line: string): OwnerRule | undefined {
  // A comment goes from its sign to the end, wherever it begins: the sign can't be escaped.
  const [told = ""] = line.split("#", 1);
  // Blanks in a path are escaped.
  const [written] = /^(?:\\.|[^\s\\])+/.exec(told.trimStart()) ?? [];
  if (written === undefined) return undefined;
  const pattern = readPattern(written);
  const names = told.trimStart().slice(written.length).split(/\s+/).filter(Boolean);
  if (!pattern || !names.every((name) => USER.test(name) || TEAM.test(name) || EMAIL.test(name))) return undefined;
  return { pattern, owners: names.filter((name) => !EMAIL.test(name)).map((name) => name.slice(1)) };
}
