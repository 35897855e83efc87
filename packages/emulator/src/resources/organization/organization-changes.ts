import type { Input } from "@forgehand/core/contract";
import type { updateOrganization } from "@forgehand/core/operations";
import * as z from "zod/mini";
import { invalid } from "../../http/refusal.ts";
import type { Account, AccountChanges } from "../../state/accounts.ts";
import { OrganizationSettings } from "../../state/organization-settings.ts";

type Told = Input<typeof updateOrganization>;

const LONGEST_DESCRIPTION = 160;

/** What a call makes of what an organization says of itself. @throws Refusal 422 on what can't be */
export function readProfile(told: Told): AccountChanges {
  const { name, company, blog, location, description, twitter_username, email, default_repository_permission } = told;
  if (description !== undefined && description.length > LONGEST_DESCRIPTION) {
    throw invalid("description", `description is too long (maximum is ${LONGEST_DESCRIPTION} characters)`, "too_large");
  }
  if (twitter_username !== undefined && !/^@?\w{0,15}$/.test(twitter_username)) {
    throw invalid("twitter_username", "twitter_username is no name there");
  }
  if (email !== undefined && email !== "") checkAddress("email", email);
  const said = {
    name,
    company,
    blog,
    location,
    description,
    email,
    twitter_username: twitter_username?.replace("@", ""),
  };
  return {
    // What is told as nothing isn't said any longer.
    ...Object.fromEntries(
      Object.entries(said).flatMap(([field, text]) => (text === undefined ? [] : [[field, text === "" ? null : text]])),
    ),
    ...(default_repository_permission === undefined
      ? {}
      : { base_permission: BASE_PERMISSIONS[default_repository_permission] }),
  };
}

/** How far members reach by an organization's word for it. */
const BASE_PERMISSIONS = { none: "none", read: "pull", write: "push", admin: "admin" } as const;

/** What a call makes of how an organization is set up. @throws Refusal 422 on what can't be */
export function readSettings(before: OrganizationSettings, organization: Account, told: Told): OrganizationSettings {
  const { billing_email, secret_scanning_push_protection_custom_link: link } = told;
  if (billing_email !== undefined) checkAddress("billing_email", billing_email);
  if (link !== undefined && !/^https?:$/.test(URL.parse(link)?.protocol ?? "")) {
    throw invalid("secret_scanning_push_protection_custom_link", "is no web address");
  }
  if (told.members_can_create_internal_repositories && organization.enterprise_id === null) {
    throw invalid("members_can_create_internal_repositories", "is for organizations of enterprises only");
  }
  const switched = Object.entries(told).filter(([field]) => Object.hasOwn(OrganizationSettings.shape, field));
  return z.parse(OrganizationSettings, {
    ...before,
    ...creationOf(before, told),
    ...pagesOf(before, told),
    ...Object.fromEntries(switched.filter(([field]) => field !== "members_can_create_pages")),
  });
}

/** Which repositories members may create; a word for all of them counts before a yes or no to any. */
function creationOf(before: OrganizationSettings, told: Told): Partial<OrganizationSettings> {
  const { members_can_create_repositories: any, members_allowed_repository_creation_type: type } = told;
  const chosen = (open: boolean, closed: boolean) => ({
    members_can_create_public_repositories: open,
    members_can_create_private_repositories: closed,
    // The word says nothing of internal ones, but that nobody may create any.
    ...(open || closed ? {} : { members_can_create_internal_repositories: false }),
  });
  if (type !== undefined) return chosen(type === "all", type !== "none");
  if (any === undefined) return {};
  return any ? (mayCreate(before) ? {} : chosen(true, true)) : chosen(false, false);
}

/** May members create any repository? */
function mayCreate(settings: OrganizationSettings): boolean {
  return (
    settings.members_can_create_public_repositories ||
    settings.members_can_create_private_repositories ||
    settings.members_can_create_internal_repositories
  );
}

/** Which sites members may make: any is one of both kinds. */
function pagesOf(before: OrganizationSettings, told: Told): Partial<OrganizationSettings> {
  const { members_can_create_pages: any } = told;
  const [openBefore, closedBefore] = [before.members_can_create_public_pages, before.members_can_create_private_pages];
  const isFresh = any === true && !openBefore && !closedBefore;
  const open = told.members_can_create_public_pages ?? (any === false ? false : isFresh || openBefore);
  const closed = told.members_can_create_private_pages ?? (any === false ? false : isFresh || closedBefore);
  return {
    members_can_create_pages: open || closed,
    members_can_create_public_pages: open,
    members_can_create_private_pages: closed,
  };
}

/** @throws Refusal 422 */
function checkAddress(field: string, address: string): void {
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(address)) throw invalid(field, `${field} is no e-mail address`);
}
