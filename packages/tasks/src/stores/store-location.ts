import { hasWildcard, isWildcardText } from "../repository.ts";
import type { EntryTargets } from "../run/task.ts";
import type { Settings } from "../settings/create-settings.ts";
import type { RepositorySelection } from "../targets/directory.ts";
import type { IfNoneFound } from "../targets/if-none-found.ts";
import { readOrganizations } from "../targets/read-organizations.ts";
import { readSelection } from "../targets/read-selection.ts";

/** Location of an entry's items: organizations, repositories, or an environment of repositories. */
export type StoreLocation<Kind extends string = string> =
  | {
      readonly level: "organization";
      readonly kind: Kind;
      /** Logins or patterns of them. */
      readonly organizations: readonly string[];
      readonly ifNoneFound?: IfNoneFound | undefined;
    }
  | { readonly level: "repository"; readonly kind: Kind; readonly selection: RepositorySelection }
  | {
      readonly level: "environment";
      readonly kind: Kind & "actions";
      readonly selection: RepositorySelection;
      readonly environment: string;
    };

/**
 * Reads the location of an entry's items.
 * @param kind the kind that it configures
 * @param noun what the items are, such as "secret"
 * @throws Problem
 */
export function readLocation<Kind extends string>(settings: Settings, kind: Kind, noun: string): StoreLocation<Kind> {
  const organizations = readOrganizations(settings);
  const environment = settings.optional("environment");
  const configured = settings.optional("level");
  const isRepositoryLevel = configured === "repository" || configured === "environment";
  // Without a level, an organization means its own secret; with a repository level, all of its repositories.
  const selection = readSelection(settings, isRepositoryLevel ? organizations : undefined);
  if (selection && organizations && !(isRepositoryLevel && areOwnedBy(selection, organizations))) {
    throw settings.problem(
      "organization",
      `and "repositories" name different ${noun}s: remove one. To select all repositories of an organization, set repositories: ${organizations[0] ?? "acme"}/*`,
    );
  }
  if (organizations?.some(isOwnerPattern) && settings.isGiven("repositories")) {
    throw settings.problem(
      "organization",
      'must name organizations without * and ! if "repositories" is set. Put the pattern there: repositories: "*/service-*, !acme/*"',
    );
  }
  const defaultLevel = environment !== undefined ? "environment" : selection ? "repository" : "organization";
  const level = configured ?? defaultLevel;
  if (level === "organization") {
    if (environment !== undefined)
      throw settings.problem("environment", "must not be set at level organization: name its repositories.");
    if (selection) {
      throw settings.problem("repositories", "must not be set at level organization: set organization instead.");
    }
    const ifNoneFound = settings.optional("if-none-found");
    return { level, kind, organizations: organizations ?? settings.required("organization"), ifNoneFound };
  }
  if (!selection) {
    if (!organizations) settings.required("repositories");
    throw settings.problem(
      "environment",
      `needs repositories: name them, such as repositories: ${organizations?.[0] ?? "acme"}/*, or set level: environment for all repositories of the organization.`,
    );
  }
  if (level === "repository") {
    if (environment === undefined) return { level, kind, selection };
    throw settings.problem("environment", "requires level: environment: set it, or remove the level.");
  }
  if (!isActions(kind)) {
    throw settings.problem("kind", `must be actions for an environment, got ${settings.required("kind")}.`);
  }
  return { level, kind, selection, environment: settings.required("environment") };
}

function isActions<Kind extends string>(kind: Kind): kind is Kind & "actions" {
  return kind === "actions";
}

/** Returns true if the text is a pattern or an exclusion, rather than an organization's login. */
export function isOwnerPattern(organization: string): boolean {
  return organization.startsWith("!") || isWildcardText(organization);
}

/** Returns true if all repositories of a selection belong to the organizations. */
function areOwnedBy({ patterns }: RepositorySelection, organizations: readonly string[]): boolean {
  const owners = new Set(organizations.map((login) => login.toLowerCase()));
  return patterns.every(({ owner }) => owners.has(owner.toLowerCase()));
}

/** Returns true if the location may match more than one target. */
export function mayHaveSeveralTargets(location: StoreLocation): boolean {
  if (location.level === "organization") {
    return location.organizations.length > 1 || location.organizations.some(isOwnerPattern);
  }
  const including = location.selection.patterns.filter(({ excludes }) => !excludes);
  return including.length > 1 || including.some(hasWildcard);
}

/** Returns the organizations and repositories of a location. */
export function targetsOf(location: StoreLocation): EntryTargets {
  return location.level === "organization"
    ? { organizations: location.organizations, ifNoneFound: location.ifNoneFound, selection: undefined }
    : { organizations: [], selection: location.selection };
}
