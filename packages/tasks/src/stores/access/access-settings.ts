import { fullName, type RepositoryRef } from "../../repository.ts";
import type { Settings } from "../../settings/create-settings.ts";
import { isOwnerPattern, type StoreLocation } from "../store-location.ts";
import type { Visibility } from "./store-access.ts";

/** The access to an organization's item that an entry configures. */
export interface AccessSettings {
  readonly visibility: Visibility | undefined;
  readonly selected: readonly RepositoryRef[] | undefined;
  readonly mayWiden: boolean;
}

/**
 * Reads the access that an entry configures.
 * @param noun what the items are, such as "secret"
 * @throws Problem
 */
export function readAccessSettings(settings: Settings, location: StoreLocation, noun: string): AccessSettings {
  const visibility = settings.optional("visibility");
  const selected = settings.optional("selected-repositories");
  checkAccess(settings, location, noun);
  if (selected) checkSelected(settings, location, selected, noun);
  return { visibility: selected ? "selected" : visibility, selected, mayWiden: settings.required("allow-widen") };
}

function checkAccess(settings: Settings, location: StoreLocation, noun: string): void {
  const visibility = settings.optional("visibility");
  const selected = settings.optional("selected-repositories");
  if (location.level !== "organization" && (visibility !== undefined || selected !== undefined)) {
    throw settings.problem(
      selected ? "selected-repositories" : "visibility",
      `must only be set for ${noun}s of organizations: a repository's ${noun} has no visibility.`,
    );
  }
  if (selected && visibility !== undefined && visibility !== "selected") {
    throw settings.problem(
      "selected-repositories",
      `must only be set with visibility: selected, got visibility: ${visibility}.`,
    );
  }
}

function checkSelected(
  settings: Settings,
  location: StoreLocation,
  selected: readonly RepositoryRef[],
  noun: string,
): void {
  const organizations = location.level === "organization" ? location.organizations : [];
  if (organizations.some(isOwnerPattern)) {
    throw settings.problem(
      "selected-repositories",
      "must only be set for organizations that are named without * and !: each needs repositories of its own.",
    );
  }
  const isOwnedBy = (organization: string) => (repository: RepositoryRef) =>
    repository.owner.toLowerCase() === organization.toLowerCase();
  const foreign = selected.find(
    (repository) => !organizations.some((organization) => isOwnedBy(organization)(repository)),
  );
  if (foreign) {
    throw settings.problem(
      "selected-repositories",
      `names ${fullName(foreign)}, which is not a repository of ${organizations.join(" or ")}.`,
    );
  }
  const withoutRepository = organizations.find((organization) => !selected.some(isOwnedBy(organization)));
  if (withoutRepository !== undefined) {
    throw settings.problem(
      "selected-repositories",
      `must name at least one repository of ${withoutRepository}, or no repository could read its ${noun}.`,
    );
  }
}
