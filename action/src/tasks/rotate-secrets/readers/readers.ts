import type { SettingValues } from "../../../settings/values.ts";

/** A repository that may read an organization's secret. */
export interface Reader {
  readonly id: number;
  readonly name: string;
}

export type Visibility = SettingValues["visibility"];

/** Who may read an organization's secret. */
export interface Readers {
  readonly visibility: Visibility;
  /** Those that are selected; none where it is for others. */
  readonly repositories: readonly Reader[];
}

/** Who is to read it, as far as somebody says so. */
export interface WantedReaders {
  readonly visibility: Visibility | undefined;
  readonly repositories: readonly WantedReader[] | undefined;
}

export interface WantedReader extends Reader {
  readonly isPublic: boolean;
}

/** Names that a line shows. */
const SHOWN = 10;

const WIDTH: Readonly<Record<Visibility, number>> = { selected: 0, private: 1, all: 2 };

/** Is it a word that a PUT can say again? */
export function isVisibility(word: string): word is Visibility {
  return Object.hasOwn(WIDTH, word);
}

/** `visible to acme/widgets, acme/gears` */
export function describe(readers: Readers): string {
  return `visible to ${namesOf(readers)}`;
}

function namesOf({ visibility, repositories }: Readers): string {
  if (visibility !== "selected") return visibility;
  if (repositories.length === 0) return "no repository";
  const more = repositories.length - SHOWN;
  const names = repositories.slice(0, SHOWN).map(({ name }) => name);
  return `${names.join(", ")}${more > 0 ? ` and ${more.toLocaleString("en")} more` : ""}`;
}

/** Do the same repositories get to read it? */
export function areSame(a: Readers, b: Readers): boolean {
  const ids = ({ repositories }: Readers) =>
    repositories
      .map(({ id }) => id)
      .sort((one, other) => one - other)
      .join();
  return a.visibility === b.visibility && ids(a) === ids(b);
}

/** Who is to read a secret from now on: as it is, but for what is wanted otherwise. */
export function readersAfter(now: Readers, wanted: WantedReaders): Readers {
  const visibility = wanted.visibility ?? (wanted.repositories ? "selected" : now.visibility);
  if (visibility !== "selected") return { visibility, repositories: [] };
  const repositories = wanted.repositories ?? now.repositories;
  return { visibility, repositories: repositories.map(({ id, name }) => ({ id, name })) };
}

/** What gets to read a secret that does not now: in words, undefined where nothing does. */
export function widening(now: Readers, wanted: WantedReaders): string | undefined {
  const after = readersAfter(now, wanted);
  if (WIDTH[after.visibility] > WIDTH[now.visibility]) {
    return `to ${namesOf(after)} rather than to ${namesOf(now)}`;
  }
  if (after.visibility !== "selected" || now.visibility === "all") return undefined;
  const added = (wanted.repositories ?? []).filter((one) =>
    now.visibility === "private" ? one.isPublic : now.repositories.every(({ id }) => id !== one.id),
  );
  return added.length === 0 ? undefined : `to ${added.map(({ name }) => name).join(", ")}`;
}
