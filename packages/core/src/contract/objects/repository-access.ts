import * as z from "zod/mini";
import type { Named, OutputOf } from "../named.ts";
import { named, open } from "../schema.ts";
import { SimpleRepository } from "./repository.ts";

/** Which repositories updates of dependencies may read: all of a level, and some beside (public description). */
export interface RepositoryAccess extends OutputOf<typeof repositoryAccessSchema> {}
const repositoryAccessSchema = /* @__PURE__ */ named(() =>
  z.looseObject({
    default_level: z.optional(z.nullable(open("public", "internal"))),
    accessible_repositories: z.optional(z.array(z.nullable(SimpleRepository()))),
  }),
);
export const RepositoryAccess: Named<RepositoryAccess> = repositoryAccessSchema;
