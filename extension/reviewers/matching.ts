import type { Candidate } from "../messages/page.ts";

/** Those whom typed letters mean, by login, slug or `organization/slug` first, then by any word of their full name. */
export function matching<C extends Pick<Candidate, "name" | "title">>(candidates: readonly C[], typed: string): C[] {
  const wanted = plain(typed.trim().replace(/^@+/, ""));
  if (wanted === "") return [...candidates];
  const byName = ({ name }: C) => namesOf(name).some((one) => one.startsWith(wanted));
  const byTitle = ({ title = "" }: C) => beginnings(plain(title)).some((one) => one.startsWith(wanted));
  return [...candidates.filter(byName), ...candidates.filter((one) => !byName(one) && byTitle(one))];
}

/** Does a name say exactly whom it means? */
export function isWhole({ name }: Pick<Candidate, "name">, typed: string): boolean {
  return plain(name) === plain(typed.trim().replace(/^@+/, ""));
}

/** Of a team its slug too. */
const namesOf = (name: string) => [plain(name), plain(name.split("/").at(-1) ?? "")];

/** A text from each of its words on. */
const beginnings = (text: string) => [...text.matchAll(/\S+/g)].map(({ index }) => text.slice(index));

/** As keyboards without accents write it. */
const plain = (text: string) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
