import * as z from "zod/mini";
import { once } from "../once.ts";
import { Repository } from "./repository.ts";
import { User } from "./user.ts";

/** Who starred a repository, and when (document 3, Starring). */
export interface Stargazer extends z.output<ReturnType<typeof Stargazer>> {}
export const Stargazer = /* @__PURE__ */ once(() =>
  z.looseObject({ starred_at: z.string(), user: z.nullable(User()) }),
);

/** A repository that somebody starred, and when (document 3, Starring). */
export interface StarredRepository extends z.output<ReturnType<typeof StarredRepository>> {}
export const StarredRepository = /* @__PURE__ */ once(() =>
  z.looseObject({ starred_at: z.string(), repo: Repository() }),
);
