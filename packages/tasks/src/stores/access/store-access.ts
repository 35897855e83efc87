import type { SettingValues } from "../../settings/settings.ts";

/** A repository that can read an organization's secret or variable. */
export interface AccessRepository {
  readonly id: number;
  readonly name: string;
}

export type Visibility = SettingValues["visibility"];

/** The repositories that can read an organization's secret or variable. */
export interface ItemAccess {
  readonly visibility: Visibility;
  /** The selected repositories; empty for other visibilities. */
  readonly repositories: readonly AccessRepository[];
}

/** Access to an item that does not exist yet. */
export const NO_ACCESS: ItemAccess = { visibility: "selected", repositories: [] };

/** The access that an entry configures. */
export interface DesiredAccess {
  readonly visibility: Visibility | undefined;
  readonly repositories: readonly DesiredRepository[] | undefined;
}

export interface DesiredRepository extends AccessRepository {
  readonly isPublic: boolean;
}

/** Maximum number of names in a line. */
const MAX_LISTED = 10;

const BREADTH: Readonly<Record<Visibility, number>> = { selected: 0, private: 1, all: 2 };

/** Returns true if the visibility can be sent in a write. */
export function isVisibility(text: string): text is Visibility {
  return Object.hasOwn(BREADTH, text);
}

/** Describes the access, for example `visible to acme/widgets, acme/gears`. */
export function describeAccess(access: ItemAccess): string {
  return `visible to ${namesOf(access)}`;
}

function namesOf({ visibility, repositories }: ItemAccess): string {
  if (visibility !== "selected") return `${visibility} repositories`;
  if (repositories.length === 0) return "no repository";
  const more = repositories.length - MAX_LISTED;
  const names = repositories.slice(0, MAX_LISTED).map(({ name }) => name);
  return `${names.join(", ")}${more > 0 ? ` and ${more.toLocaleString("en")} more` : ""}`;
}

/** Returns true if both grant access to the same repositories. */
export function isSameAccess(a: ItemAccess, b: ItemAccess): boolean {
  const ids = ({ repositories }: ItemAccess) =>
    repositories
      .map(({ id }) => id)
      .sort((a, b) => a - b)
      .join();
  return a.visibility === b.visibility && ids(a) === ids(b);
}

/** Returns the access after a change: the current access, except where the configuration differs. */
export function accessAfter(current: ItemAccess, desired: DesiredAccess): ItemAccess {
  const visibility = desired.visibility ?? (desired.repositories ? "selected" : current.visibility);
  if (visibility !== "selected") return { visibility, repositories: [] };
  const repositories = desired.repositories ?? current.repositories;
  return { visibility, repositories: repositories.map(({ id, name }) => ({ id, name })) };
}

/** Describes which repositories would gain access; undefined if none would. */
export function describeWidening(current: ItemAccess, desired: DesiredAccess): string | undefined {
  const after = accessAfter(current, desired);
  if (BREADTH[after.visibility] > BREADTH[current.visibility]) {
    return `to ${namesOf(after)} rather than to ${namesOf(current)}`;
  }
  if (after.visibility !== "selected" || current.visibility === "all") return undefined;
  const added = (desired.repositories ?? []).filter((repository) =>
    current.visibility === "private"
      ? repository.isPublic
      : current.repositories.every(({ id }) => id !== repository.id),
  );
  return added.length === 0 ? undefined : `to ${added.map(({ name }) => name).join(", ")}`;
}
