/** One part of a subject: a key with its value, or what stands alone, such as `pull_request`. */
export interface SubjectPart {
  readonly key: string;
  readonly value: string | undefined;
}

/** What has no value behind it. */
const ALONE: readonly string[] = ["pull_request", "*"];

/** The parts of a subject, or of a pattern for subjects. As colons in values are written `%3A`, one is as good as the other. */
export function partsOf(subject: string): readonly SubjectPart[] {
  const words = subject.split(":");
  const parts: SubjectPart[] = [];
  for (let index = 0; index < words.length; ) {
    const key = words[index] ?? "";
    const stands = ALONE.includes(key);
    parts.push({ key, value: stands ? undefined : words[index + 1] });
    index += stands ? 1 : 2;
  }
  return parts;
}

/** A part as the subject has it. */
export function partText({ key, value }: SubjectPart): string {
  return value === undefined ? key : `${key}:${value}`;
}
