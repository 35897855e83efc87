import * as z from "zod/mini";
import type { Named, OutputOf } from "../named.ts";
import { named } from "../schema.ts";
import { Repository } from "./repository.ts";
import { User } from "./user.ts";

/** Who starred a repository, and when (document 3, Starring). */
export interface Stargazer extends OutputOf<typeof stargazerSchema> {}
const stargazerSchema = /* @__PURE__ */ named(() =>
  z.looseObject({ starred_at: z.string(), user: z.nullable(User()) }),
);
export const Stargazer: Named<Stargazer> = stargazerSchema;

/** A repository that somebody starred, and when (document 3, Starring). */
export interface StarredRepository extends OutputOf<typeof starredRepositorySchema> {}
const starredRepositorySchema = /* @__PURE__ */ named(() =>
  z.looseObject({ starred_at: z.string(), repo: Repository() }),
);
export const StarredRepository: Named<StarredRepository> = starredRepositorySchema;
