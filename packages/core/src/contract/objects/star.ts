import * as z from "zod/mini";
import type { NamedSchema, SchemaOutput } from "../named-schema.ts";
import { namedSchema } from "../schema.ts";
import { Repository } from "./repository.ts";
import { User } from "./user.ts";

/** A user who starred a repository, with the time of the star. */
export interface Stargazer extends SchemaOutput<typeof stargazerSchema> {}
const stargazerSchema = /* @__PURE__ */ namedSchema(() =>
  z.looseObject({ starred_at: z.string(), user: z.nullable(User()) }),
);
export const Stargazer: NamedSchema<Stargazer> = stargazerSchema;

/** A starred repository, with the time of the star. */
export interface StarredRepository extends SchemaOutput<typeof starredRepositorySchema> {}
const starredRepositorySchema = /* @__PURE__ */ namedSchema(() =>
  z.looseObject({ starred_at: z.string(), repo: Repository() }),
);
export const StarredRepository: NamedSchema<StarredRepository> = starredRepositorySchema;
