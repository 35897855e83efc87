import * as z from "zod/mini";
import { allowPublic } from "../allow.ts";
import { Environment } from "../objects/environment.ts";
import { operation } from "../operation.ts";
import { wrappedList } from "../paging.ts";

/** The deployment environments of a repository (public description). */
export const listEnvironments = /* @__PURE__ */ operation("GET /repos/{owner}/{repo}/environments", () => ({
  ...wrappedList({ environments: z.optional(z.array(Environment())), total_count: z.optional(z.int()) }),
  access: allowPublic("actions"),
}));
