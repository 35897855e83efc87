import { Problem } from "../../problem.ts";
import type { StoredItem } from "../item-store.ts";
import type { ItemScope, StoreScope } from "../store-scope.ts";
import type { AccessSettings } from "./access-settings.ts";
import type { ConfiguredAccess } from "./resolve-desired-access.ts";
import {
  type AccessRepository,
  accessAfter,
  describeAccess,
  describeWidening,
  type ItemAccess,
  isSameAccess,
  isVisibility,
} from "./store-access.ts";

/** Returns the selected repositories that can read an organization's item. */
export interface AccessStore {
  readonly accessRepositories: (name: string) => Promise<readonly AccessRepository[]>;
}

/** Current access to an organization's item, and the access that its entry configures. */
export interface AccessReading {
  /** Undefined for a repository's item, or one that does not exist. */
  readonly access: ItemAccess | undefined;
  /** Undefined for a repository's item. */
  readonly desiredAccess: ConfiguredAccess | undefined;
}

/**
 * Reads the access to an item.
 * @param noun what the item is, such as "secret"
 * @throws Problem if its visibility can't be sent in a write; the item is then not changed
 */
export async function readAccess(
  store: AccessStore,
  scope: ItemScope,
  { name, visibility }: StoredItem,
  noun: string,
): Promise<ItemAccess | undefined> {
  if (scope.level !== "organization") return undefined;
  if (visibility === undefined || !isVisibility(visibility)) {
    throw new Problem(
      `${scope.org}'s ${noun} ${name} has the visibility ${JSON.stringify(visibility)}, which could not be preserved. It was not changed.`,
    );
  }
  return { visibility, repositories: visibility === "selected" ? await store.accessRepositories(name) : [] };
}

/** Returns the access to set, if the access to an organization's item differs from the desired one. */
export function accessDrift({ access, desiredAccess }: AccessReading): ItemAccess | undefined {
  if (!access || !desiredAccess) return undefined;
  const after = accessAfter(access, desiredAccess);
  return isSameAccess(access, after) ? undefined : after;
}

/**
 * Returns what is wrong with the resulting access; undefined if nothing is.
 * @param description the item: its kind and noun, such as `dependabot secret`, and its name
 */
export function accessProblem(
  scope: StoreScope,
  { access, desiredAccess }: AccessReading,
  { visibility, selected }: Pick<AccessSettings, "visibility" | "selected">,
  description: { readonly item: string; readonly name: string },
): string | undefined {
  if (scope.level !== "organization" || !desiredAccess) return undefined;
  if (!access) {
    const missing = `${scope.org} has no ${description.item} ${description.name}`;
    if (visibility === "selected" && !selected) {
      return `${missing}, and a new one with visibility: selected needs repositories: set selected-repositories: ${scope.org}/…`;
    }
    if (visibility !== undefined) return undefined;
    return `${missing}. Create it once with the desired visibility, or set visibility: an existing visibility is kept, and a new one is not guessed.`;
  }
  const widening = describeWidening(access, desiredAccess);
  if (widening === undefined || desiredAccess.mayWiden) return undefined;
  return `it would be visible ${widening}, which widens its access. Set allow-widen: true if that is intended. It was not changed.`;
}

/** Returns how the access to a written item differs from the expected one. */
export async function accessDifference(
  store: AccessStore,
  { name, visibility = "" }: StoredItem,
  expected: ItemAccess,
): Promise<string | undefined> {
  if (!isVisibility(visibility))
    return `it should be ${describeAccess(expected)} and has the visibility ${JSON.stringify(visibility)}`;
  const actual = { visibility, repositories: visibility === "selected" ? await store.accessRepositories(name) : [] };
  if (isSameAccess(expected, actual)) return undefined;
  return `it should be ${describeAccess(expected)} and is ${describeAccess(actual)}`;
}
