import type { Entry } from "./entry.ts";

/** The user's own tags and note for a repository. They are never sent anywhere. */
export interface Annotation {
  /** Distinct, ignoring case. */
  readonly tags: readonly string[];
  /** Empty if there is none. */
  readonly note: string;
}

/** An annotation as stored: by the service's repository ID, so that it survives a rename and a removed star. */
export interface StoredAnnotation extends Annotation {
  readonly account: string;
  readonly id: number;
}

/** An entry with its annotation, if it has one. */
export interface ListedEntry extends Entry {
  readonly annotation?: Annotation | undefined;
}

export const MAX_TAG_LENGTH = 50;
/** Maximum number of tags of a repository. */
export const MAX_TAGS = 20;
/** Maximum length of a note, in characters. */
export const MAX_NOTE_LENGTH = 2000;

export const NO_ANNOTATION: Annotation = { tags: [], note: "" };

/** Returns the tag in its normal form, or undefined if it is empty, too long, or has commas or control characters. */
export function normalizeTag(text: string): string | undefined {
  const tag = text.normalize("NFC").trim().replaceAll(/\s+/g, " ");
  return tag !== "" && tag.length <= MAX_TAG_LENGTH && !/[\p{Cc},]/u.test(tag) ? tag : undefined;
}

/** Returns a note with uniform line ends, without space around it. */
export function normalizeNote(text: string): string {
  return text.normalize("NFC").replaceAll(/\r\n?/g, "\n").replaceAll("\0", "").trim();
}

export const isSameTag = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

/** Adds tags that are not among the others yet. */
export function addTags(tags: readonly string[], added: readonly string[]): readonly string[] {
  const next = [...tags];
  for (const tag of added) if (!next.some((other) => isSameTag(other, tag))) next.push(tag);
  return next.length === tags.length ? tags : next;
}

export function removeTag(tags: readonly string[], removed: string): readonly string[] {
  return tags.filter((tag) => !isSameTag(tag, removed));
}

export function isSameAnnotation(a: Annotation, b: Annotation): boolean {
  return a.note === b.note && a.tags.length === b.tags.length && a.tags.every((tag, index) => tag === b.tags[index]);
}

/** Joins two annotations, so that nothing is lost: all tags, and both notes unless one contains the other. */
export function mergeAnnotations(current: Annotation, added: Annotation): Annotation {
  const note = current.note.includes(added.note)
    ? current.note
    : added.note.includes(current.note)
      ? added.note
      : `${current.note}\n\n${added.note}`;
  return { tags: addTags(current.tags, added.tags), note };
}

/** Whether an annotation respects the limits. Joined ones can exceed them. */
export function isWithinLimits({ tags, note }: Annotation): boolean {
  return tags.length <= MAX_TAGS && note.length <= MAX_NOTE_LENGTH;
}
