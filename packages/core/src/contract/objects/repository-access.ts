import * as z from "zod/mini";
import type { NamedSchema, SchemaOutput } from "../named-schema.ts";
import { extensibleEnum, namedSchema } from "../schema.ts";
import { SimpleRepository } from "./repository.ts";

/** Repositories that dependency updates can read: all of a visibility level, plus some individually. */
export interface RepositoryAccess extends SchemaOutput<typeof repositoryAccessSchema> {}
const repositoryAccessSchema = /* @__PURE__ */ namedSchema(() =>
  z.looseObject({
    default_level: z.optional(z.nullable(extensibleEnum("public", "internal"))),
    accessible_repositories: z.optional(z.array(z.nullable(SimpleRepository()))),
  }),
);
export const RepositoryAccess: NamedSchema<RepositoryAccess> = repositoryAccessSchema;
