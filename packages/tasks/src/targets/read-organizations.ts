import { readAppName } from "../credentials/read-credentials.ts";
import { isWildcardText } from "../repository.ts";
import type { Settings } from "../settings/create-settings.ts";

/**
 * Reads the organizations of an entry: logins and patterns of them, where a leading `!` excludes.
 * @returns undefined if the entry names none, or only repositories
 * @throws Problem
 */
export function readOrganizations(settings: Settings): readonly string[] | undefined {
  const organizations = settings.optional("organization");
  if (settings.optional("owners") === "all") return readAllOwners(settings, organizations);
  if (organizations?.every((login) => login.startsWith("!"))) {
    throw settings.problem(
      "organization",
      'must include an organization, got exclusions only. For example: organization: "*, !acme"',
    );
  }
  if (organizations?.some(isWildcardText)) requireApp(settings, "organization");
  return organizations;
}

/** @throws Problem if the entry names an owner as well */
function readAllOwners(settings: Settings, organizations: readonly string[] = []): readonly string[] | undefined {
  requireApp(settings, "owners");
  const isInclusion = (login: string) => !login.startsWith("!");
  const included = settings.optional("repositories")?.filter(({ excludes }) => !excludes);
  if (organizations.some(isInclusion) || included?.some(({ owner }) => owner !== "*")) {
    throw settings.problem(
      "owners",
      'must not be all if an owner is named. Remove it, or name owners with * and exclusions: organization: "!acme", or repositories: "*/service-*, !acme/*"',
    );
  }
  return included === undefined ? ["*", ...organizations] : undefined;
}

/**
 * Requires an app for a pattern of owners. A token can't tell which owners it was given for.
 * @throws Problem
 */
export function requireApp(settings: Settings, name: "organization" | "repositories" | "owners"): void {
  if (readAppName(settings) !== undefined) return;
  throw settings.problem(
    name,
    'requires an app to select owners: a token can\'t tell which owners it was made for. Name each owner without *, or set "client-id" and "private-key" of an app that is installed for them.',
  );
}
