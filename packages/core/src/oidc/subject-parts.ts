/** One part of a subject: a key with its value, or a key without one, such as `pull_request`. */
export interface SubjectPart {
  readonly key: string;
  readonly value: string | undefined;
}

/** Keys without a value. */
const KEYS_WITHOUT_VALUE: readonly string[] = ["pull_request", "*"];

/**
 * Splits a subject, or a pattern for subjects, into parts. Colons in values are written as `%3A`, so the split is
 * unambiguous.
 */
export function parseSubject(subject: string): readonly SubjectPart[] {
  const tokens = subject.split(":");
  const parts: SubjectPart[] = [];
  for (let index = 0; index < tokens.length; ) {
    const key = tokens[index] ?? "";
    const hasNoValue = KEYS_WITHOUT_VALUE.includes(key);
    parts.push({ key, value: hasNoValue ? undefined : tokens[index + 1] });
    index += hasNoValue ? 1 : 2;
  }
  return parts;
}

/** Formats a part as in the subject. */
export function formatSubjectPart({ key, value }: SubjectPart): string {
  return value === undefined ? key : `${key}:${value}`;
}
