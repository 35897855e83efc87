import * as z from "zod/mini";
import type { Level, Role } from "../access.ts";
import { allow } from "../allow.ts";
import type { Definition } from "../definition.ts";
import { HOSTED } from "../edition.ts";
import { direction } from "../fields.ts";
import { Advisory } from "../objects/advisory.ts";
import { PER_PAGE } from "../paging.ts";

/** What it takes to see advisories, or to write them (document 3, Repository security advisories). */
export const advisoryAccess = (level: Level, roles: readonly Role[]) =>
  allow("repository_advisories", level, ["repo", `repository_advisories:${level}`], { roles });

/** A list of advisories; pages by cursor (document 3; values and defaults: public description). */
export const listAdvisories = (level: Level, roles: readonly Role[]) =>
  ({
    query: z.object({
      direction: z._default(direction(), "desc"),
      sort: z._default(z.enum(["created", "updated", "published"]), "created"),
      before: z.optional(z.string()),
      after: z.optional(z.string()),
      per_page: z._default(z.int().check(z.gte(1), z.lte(100)), 30),
      state: z.optional(z.enum(["triage", "draft", "published", "closed"])),
    }),
    success: { 200: z.array(Advisory()) },
    otherStatuses: [400, 404],
    access: advisoryAccess(level, roles),
    retry: "safe",
    editions: HOSTED,
    paging: { kind: "cursor", parameter: "after", perPage: PER_PAGE },
  }) as const satisfies Definition;
