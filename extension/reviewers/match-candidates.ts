import type { ReviewerCandidate } from "../messages/page.ts";

/**
 * Returns the candidates whose name starts with the typed text (login, slug or `organization/slug`), followed by those
 * with a matching word in their full name.
 */
export function matchCandidates<C extends Pick<ReviewerCandidate, "name" | "fullName">>(
  candidates: readonly C[],
  typed: string,
): C[] {
  const query = foldText(typed.trim().replace(/^@+/, ""));
  if (query === "") return [...candidates];
  const byName = ({ name }: C) => searchableNames(name).some((text) => text.startsWith(query));
  const byFullName = ({ fullName = "" }: C) => wordStarts(foldText(fullName)).some((text) => text.startsWith(query));
  return [
    ...candidates.filter(byName),
    ...candidates.filter((candidate) => !byName(candidate) && byFullName(candidate)),
  ];
}

/** Returns whether the typed text is exactly a candidate's name. */
export function isExactMatch({ name }: Pick<ReviewerCandidate, "name">, typed: string): boolean {
  return foldText(name) === foldText(typed.trim().replace(/^@+/, ""));
}

/** Returns a name in searchable form; for a team also its slug. */
const searchableNames = (name: string) => [foldText(name), foldText(name.split("/").at(-1) ?? "")];

const wordStarts = (text: string) => [...text.matchAll(/\S+/g)].map(({ index }) => text.slice(index));

/** Removes case and accents. */
const foldText = (text: string) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
