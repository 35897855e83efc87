import * as z from "zod/mini";
import type { NamedSchema, SchemaOutput } from "../../named-schema.ts";
import { fieldsWith, namedSchema } from "../../schema.ts";

/** A reference to a repository by its names. */
export interface RepositoryReference extends SchemaOutput<typeof repositoryReferenceSchema> {}
const repositoryReferenceSchema = /* @__PURE__ */ namedSchema(() =>
  z.looseObject({ id: z.int(), ...fieldsWith(z.string(), "node_id", "name", "full_name"), private: z.boolean() }),
);
export const RepositoryReference: NamedSchema<RepositoryReference> = repositoryReferenceSchema;
