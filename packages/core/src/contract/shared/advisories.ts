import * as z from "zod/mini";
import type { Access, PermissionLevel, Role } from "../access.ts";
import type { Definition } from "../definition.ts";
import { CLOUD_EDITIONS } from "../edition.ts";
import { sortDirection } from "../fields.ts";
import { Advisory } from "../objects/advisory.ts";
import { PER_PAGE, perPageField } from "../paging.ts";
import { permissionAccess, publicReadAccess } from "../permission-access.ts";

/** Access for reading or writing advisories (source: docs). */
export const advisoryAccess = (level: PermissionLevel, roles: readonly Role[]) =>
  permissionAccess("repository_advisories", level, ["repo", `repository_advisories:${level}`], { roles });

/** Published advisories of public repositories are readable by anyone (source: openapi). */
export const PUBLISHED_ADVISORIES_ACCESS = publicReadAccess("repository_advisories", {
  requirements: [[{ scope: "repository_advisories:read", when: "private" }]],
});

/** Builds a list of advisories, paginated by cursor. */
export const listAdvisories = (access: Access) =>
  ({
    query: z.object({
      direction: z._default(sortDirection(), "desc"),
      sort: z._default(z.enum(["created", "updated", "published"]), "created"),
      before: z.optional(z.string()),
      after: z.optional(z.string()),
      ...perPageField(PER_PAGE),
      state: z.optional(z.enum(["triage", "draft", "published", "closed"])),
    }),
    success: { 200: z.array(Advisory.schema()) },
    otherStatuses: [400, 404],
    access,
    retry: "safe",
    editions: CLOUD_EDITIONS,
    paging: { kind: "cursor", parameter: "after", perPage: PER_PAGE },
  }) as const satisfies Definition;
