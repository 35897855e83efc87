import * as z from "zod/mini";
import type { Level } from "../access.ts";
import { allow } from "../allow.ts";
import { EDITIONS } from "../edition.ts";
import { setSettings } from "../families/settings.ts";
import { RepositoryAccess } from "../objects/repository-access.ts";
import { operation } from "../operation.ts";
import { PER_PAGE, pageFields } from "../paging.ts";

const access = (level: Level) => allow("organization_administration", level, [], { roles: ["organization-owner"] });

const SETTINGS = { read: access("read"), write: access("write"), editions: EDITIONS };

const ids = () => z.optional(z.array(z.int()));

/** Which repositories the updater may read while it updates others (document 1, permission matrix). */
export const getUpdaterAccess = /* @__PURE__ */ operation("GET /orgs/{org}/updater/repository-access", () => ({
  query: z.object(pageFields(PER_PAGE)),
  success: { 200: RepositoryAccess() },
  otherStatuses: [403, 404],
  access: SETTINGS.read,
  retry: "safe",
  paging: { kind: "page", parameter: "page", items: "accessible_repositories", perPage: PER_PAGE },
}));

/** Let the updater read more repositories, or fewer. */
export const updateUpdaterAccess = /* @__PURE__ */ operation("PATCH /orgs/{org}/updater/repository-access", () =>
  setSettings(SETTINGS, z.object({ repository_ids_to_add: ids(), repository_ids_to_remove: ids() }), [403, 404]),
);

/** Set which repositories the updater may read unless they are named. */
export const setUpdaterDefaultLevel = /* @__PURE__ */ operation(
  "PUT /orgs/{org}/updater/repository-access/default-level",
  () => setSettings(SETTINGS, z.object({ default_level: z.enum(["public", "internal"]) }), [403, 404]),
);
