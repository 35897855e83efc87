import * as z from "zod/mini";
import type { Named, OutputOf } from "../../named.ts";
import { alike, named } from "../../schema.ts";

/** A repository by its names (public description). */
export interface RepositoryReference extends OutputOf<typeof repositoryReferenceSchema> {}
const repositoryReferenceSchema = /* @__PURE__ */ named(() =>
  z.looseObject({ id: z.int(), ...alike(z.string(), "node_id", "name", "full_name"), private: z.boolean() }),
);
export const RepositoryReference: Named<RepositoryReference> = repositoryReferenceSchema;
