import type { Input } from "@forgehand/core/contract";
import type { updateOrganization } from "@forgehand/core/operations";
import * as z from "zod/mini";
import { invalid } from "../../http-error.ts";
import type { Account, AccountChanges } from "../../state/accounts.ts";
import { OrganizationSettings } from "../../state/organization-settings.ts";

type OrganizationInput = Input<typeof updateOrganization>;

const MAX_DESCRIPTION_LENGTH = 160;

/**
 * Returns the changes to the organization's profile.
 * @throws HttpError 422 on an invalid value
 */
export function readProfileChanges(input: OrganizationInput): AccountChanges {
  const { name, company, blog, location, description, twitter_username, email, default_repository_permission } = input;
  if (description !== undefined && description.length > MAX_DESCRIPTION_LENGTH) {
    throw invalid(
      "description",
      `description is too long (maximum is ${MAX_DESCRIPTION_LENGTH} characters)`,
      "too_large",
    );
  }
  if (twitter_username !== undefined && !/^@?\w{0,15}$/.test(twitter_username)) {
    throw invalid("twitter_username", "twitter_username must be a valid Twitter username");
  }
  if (email !== undefined && email !== "") checkEmail("email", email);
  const profile = {
    name,
    company,
    blog,
    location,
    description,
    email,
    twitter_username: twitter_username?.replace("@", ""),
  };
  return {
    // An empty string clears the field.
    ...Object.fromEntries(
      Object.entries(profile).flatMap(([field, value]) =>
        value === undefined ? [] : [[field, value === "" ? null : value]],
      ),
    ),
    ...(default_repository_permission === undefined
      ? {}
      : { base_permission: BASE_PERMISSIONS[default_repository_permission] }),
  };
}

/** The members' base permission for each value of `default_repository_permission`. */
const BASE_PERMISSIONS = { none: "none", read: "pull", write: "push", admin: "admin" } as const;

/**
 * Returns the organization's settings after an update.
 * @throws HttpError 422 on an invalid value
 */
export function mergeSettings(
  before: OrganizationSettings,
  organization: Account,
  input: OrganizationInput,
): OrganizationSettings {
  const { billing_email, secret_scanning_push_protection_custom_link: link } = input;
  if (billing_email !== undefined) checkEmail("billing_email", billing_email);
  if (link !== undefined && !/^https?:$/.test(URL.parse(link)?.protocol ?? "")) {
    throw invalid(
      "secret_scanning_push_protection_custom_link",
      "secret_scanning_push_protection_custom_link must be an HTTP or HTTPS URL",
    );
  }
  if (input.members_can_create_internal_repositories && organization.enterprise_id === null) {
    throw invalid(
      "members_can_create_internal_repositories",
      "members_can_create_internal_repositories requires an organization that belongs to an enterprise",
    );
  }
  const settingEntries = Object.entries(input).filter(([field]) => Object.hasOwn(OrganizationSettings.shape, field));
  return z.parse(OrganizationSettings, {
    ...before,
    ...creationSettings(before, input),
    ...pagesSettings(before, input),
    ...Object.fromEntries(settingEntries.filter(([field]) => field !== "members_can_create_pages")),
  });
}

/**
 * Returns which repositories members can create.
 * `members_allowed_repository_creation_type` takes precedence over `members_can_create_repositories`.
 */
function creationSettings(before: OrganizationSettings, input: OrganizationInput): Partial<OrganizationSettings> {
  const { members_can_create_repositories: allowAny, members_allowed_repository_creation_type: type } = input;
  const creationFlags = (allowPublic: boolean, allowPrivate: boolean) => ({
    members_can_create_public_repositories: allowPublic,
    members_can_create_private_repositories: allowPrivate,
    // `none` also forbids internal repositories. The other values don't affect them.
    ...(allowPublic || allowPrivate ? {} : { members_can_create_internal_repositories: false }),
  });
  if (type !== undefined) return creationFlags(type === "all", type !== "none");
  if (allowAny === undefined) return {};
  return allowAny ? (canCreateAny(before) ? {} : creationFlags(true, true)) : creationFlags(false, false);
}

function canCreateAny(settings: OrganizationSettings): boolean {
  return (
    settings.members_can_create_public_repositories ||
    settings.members_can_create_private_repositories ||
    settings.members_can_create_internal_repositories
  );
}

/** Returns which sites members can create. `members_can_create_pages` stands for public and private sites. */
function pagesSettings(before: OrganizationSettings, input: OrganizationInput): Partial<OrganizationSettings> {
  const { members_can_create_pages: allowAny } = input;
  const [hadPublic, hadPrivate] = [before.members_can_create_public_pages, before.members_can_create_private_pages];
  const isNewlyAllowed = allowAny === true && !hadPublic && !hadPrivate;
  const allowPublic =
    input.members_can_create_public_pages ?? (allowAny === false ? false : isNewlyAllowed || hadPublic);
  const allowPrivate =
    input.members_can_create_private_pages ?? (allowAny === false ? false : isNewlyAllowed || hadPrivate);
  return {
    members_can_create_pages: allowPublic || allowPrivate,
    members_can_create_public_pages: allowPublic,
    members_can_create_private_pages: allowPrivate,
  };
}

/** @throws HttpError 422 */
function checkEmail(field: string, email: string): void {
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) throw invalid(field, `${field} must be an email address`);
}
