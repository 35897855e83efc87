import * as z from "zod/mini";
import { CLOUD_EDITIONS } from "../edition.ts";
import { ImmutableReleases } from "../objects/immutable-releases.ts";
import { operation } from "../operation.ts";
import { change, get, ownerAccess } from "../reads-and-writes.ts";
import { onlyWithSelectedVisibility } from "../rules/selected-visibility.ts";
import {
  changeSelectedRepository,
  listSelectedRepositories,
  type SelectionAccess,
  setSelectedRepositories,
} from "../shared/selected-repositories.ts";

const SETTINGS_ACCESS = ownerAccess("organization_administration", ["admin:org"], CLOUD_EDITIONS);

const SELECTION_ACCESS: SelectionAccess = {
  ...SETTINGS_ACCESS,
  otherStatuses: { list: [409], set: [409], one: [409] },
};

/**
 * Gets which repositories have immutable releases.
 * @see https://docs.github.com/rest/orgs/orgs#get-immutable-releases-settings-for-an-organization
 */
export const getImmutableReleases = operation("GET /orgs/{org}/settings/immutable-releases", () =>
  get(SETTINGS_ACCESS.read, ImmutableReleases.schema()),
);

/**
 * Sets which repositories have immutable releases; repositories are listed only for `selected`.
 * @see https://docs.github.com/rest/orgs/orgs#set-immutable-releases-settings-for-an-organization
 */
export const setImmutableReleases = operation("PUT /orgs/{org}/settings/immutable-releases", () => ({
  body: z.object({
    enforced_repositories: z.enum(["all", "none", "selected"]),
    selected_repository_ids: z.optional(z.array(z.int())),
  }),
  ...change(SETTINGS_ACCESS.write),
  rules: [onlyWithSelectedVisibility("selected_repository_ids", "none", "enforced_repositories")],
}));

/**
 * Lists the selected repositories with immutable releases.
 * @see https://docs.github.com/rest/orgs/orgs#list-selected-repositories-for-immutable-releases-enforcement
 */
export const listImmutableReleaseRepositories = operation(
  "GET /orgs/{org}/settings/immutable-releases/repositories",
  () => listSelectedRepositories(SELECTION_ACCESS),
);

/**
 * Replaces the selected repositories with immutable releases.
 * @see https://docs.github.com/rest/orgs/orgs#set-selected-repositories-for-immutable-releases-enforcement
 */
export const setImmutableReleaseRepositories = operation(
  "PUT /orgs/{org}/settings/immutable-releases/repositories",
  // A permission on the repositories can also be required or accepted (source: docs).
  () => ({
    ...setSelectedRepositories(SELECTION_ACCESS),
    access: { ...SELECTION_ACCESS.write.access, hasOtherRequirements: true },
  }),
);

/**
 * Adds a repository to those with immutable releases.
 * @see https://docs.github.com/rest/orgs/orgs#enable-a-selected-repository-for-immutable-releases-in-an-organization
 */
export const addImmutableReleaseRepository = operation(
  "PUT /orgs/{org}/settings/immutable-releases/repositories/{repository_id}",
  () => changeSelectedRepository(SELECTION_ACCESS),
);

/**
 * Removes a repository from those with immutable releases.
 * @see https://docs.github.com/rest/orgs/orgs#disable-a-selected-repository-for-immutable-releases-in-an-organization
 */
export const removeImmutableReleaseRepository = operation(
  "DELETE /orgs/{org}/settings/immutable-releases/repositories/{repository_id}",
  () => changeSelectedRepository(SELECTION_ACCESS),
);
