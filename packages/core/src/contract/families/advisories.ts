import * as z from "zod/mini";
import type { Access, Level, Role } from "../access.ts";
import { allow, allowPublic } from "../allow.ts";
import type { Definition } from "../definition.ts";
import { HOSTED } from "../edition.ts";
import { direction } from "../fields.ts";
import { Advisory } from "../objects/advisory.ts";
import { PER_PAGE, perPageField } from "../paging.ts";

/** What it takes to see advisories, or to write them (document 3, Repository security advisories). */
export const advisoryAccess = (level: Level, roles: readonly Role[]) =>
  allow("repository_advisories", level, ["repo", `repository_advisories:${level}`], { roles });

/** Published ones of public repositories are for everybody to read (public description). */
export const PUBLIC_ADVISORIES = allowPublic("repository_advisories", {
  needs: [[{ scope: "repository_advisories:read", when: "private" }]],
});

/** A list of advisories; pages by cursor (document 3; values and defaults: public description). */
export const listAdvisories = (access: Access) =>
  ({
    query: z.object({
      direction: z._default(direction(), "desc"),
      sort: z._default(z.enum(["created", "updated", "published"]), "created"),
      before: z.optional(z.string()),
      after: z.optional(z.string()),
      ...perPageField(PER_PAGE),
      state: z.optional(z.enum(["triage", "draft", "published", "closed"])),
    }),
    success: { 200: z.array(Advisory()) },
    otherStatuses: [400, 404],
    access,
    retry: "safe",
    editions: HOSTED,
    paging: { kind: "cursor", parameter: "after", perPage: PER_PAGE },
  }) as const satisfies Definition;
