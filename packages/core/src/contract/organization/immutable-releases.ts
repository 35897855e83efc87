import * as z from "zod/mini";
import type { Level } from "../access.ts";
import { allow } from "../allow.ts";
import { HOSTED } from "../edition.ts";
import {
  changeSelectedRepository,
  listSelectedRepositories,
  type Selection,
  setSelectedRepositories,
} from "../families/selected-repositories.ts";
import { getSettings, setSettings } from "../families/settings.ts";
import { plainPath, selectedOnly } from "../fields.ts";
import { ImmutableReleases } from "../objects/immutable-releases.ts";
import { operation } from "../operation.ts";

const access = (level: Level) =>
  allow("organization_administration", level, ["admin:org"], { roles: ["organization-owner"] });

const SETTINGS = { read: access("read"), write: access("write"), editions: HOSTED };

const SELECTION: Selection = { ...SETTINGS, otherStatuses: { list: [409], set: [409], one: [409] } };

/** In which repositories releases can't be changed once they are out (document 1, permission matrix). */
export const getImmutableReleases = /* @__PURE__ */ operation("GET /orgs/{org}/settings/immutable-releases", () =>
  getSettings(SETTINGS, ImmutableReleases()),
);

/** Set in which repositories releases can't be changed; they are named only where they are selected. */
export const setImmutableReleases = /* @__PURE__ */ operation("PUT /orgs/{org}/settings/immutable-releases", () => ({
  ...setSettings(
    SETTINGS,
    z.object({
      enforced_repositories: z.enum(["all", "none", "selected"]),
      selected_repository_ids: z.optional(z.array(z.int())),
    }),
  ),
  rules: [selectedOnly("selected_repository_ids", "none", "enforced_repositories")],
}));

/** The repositories whose releases can't be changed, where those are selected (document 1, permission matrix). */
export const listImmutableReleaseRepositories = /* @__PURE__ */ operation(
  "GET /orgs/{org}/settings/immutable-releases/repositories",
  () => listSelectedRepositories(SELECTION, plainPath),
);

/** Replace the repositories whose releases can't be changed. */
export const setImmutableReleaseRepositories = /* @__PURE__ */ operation(
  "PUT /orgs/{org}/settings/immutable-releases/repositories",
  // The permission on the repositories may count as well (document 1, permission matrix).
  () => ({ ...setSelectedRepositories(SELECTION, plainPath), access: { ...SELECTION.write, others: true } }),
);

/** Let one more repository's releases be as they are once they are out. */
export const addImmutableReleaseRepository = /* @__PURE__ */ operation(
  "PUT /orgs/{org}/settings/immutable-releases/repositories/{repository_id}",
  () => changeSelectedRepository(SELECTION, plainPath),
);

/** Let one repository's releases be changed again. */
export const removeImmutableReleaseRepository = /* @__PURE__ */ operation(
  "DELETE /orgs/{org}/settings/immutable-releases/repositories/{repository_id}",
  () => changeSelectedRepository(SELECTION, plainPath),
);
