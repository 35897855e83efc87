import { isWildcardText } from "../repository.ts";
import type { Settings } from "../settings/create-settings.ts";

/**
 * Reads the organizations of an entry: logins and patterns of them, where a leading `!` excludes.
 * @throws Problem
 */
export function readOrganizations(settings: Settings): readonly string[] | undefined {
  const organizations = settings.optional("organization");
  if (organizations?.every((login) => login.startsWith("!"))) {
    throw settings.problem(
      "organization",
      'must include an organization, got exclusions only. For example: organization: "*, !acme"',
    );
  }
  if (organizations?.some(isWildcardText)) requireApp(settings, "organization");
  return organizations;
}

/**
 * Requires an app for a pattern of owners. A token can't tell which owners it was given for.
 * @throws Problem
 */
export function requireApp(settings: Settings, name: "organization" | "repositories"): void {
  if (settings.optional("app-id") !== undefined) return;
  throw settings.problem(
    name,
    'must name each owner without wildcards if "token" is set. Name the owners, or set "app-id" and "private-key" of an app that is installed for them.',
  );
}
