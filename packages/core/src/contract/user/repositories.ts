import * as z from "zod/mini";
import { allow, PRIVATE_REPO, USER_TOKENS } from "../allow.ts";
import { direction, time } from "../fields.ts";
import { Repository } from "../objects/repository.ts";
import { operation } from "../operation.ts";
import { list } from "../paging.ts";

/** The repositories that the caller has access to by name (public description). `type` excludes the two before it. */
export const listRepositories = /* @__PURE__ */ operation("GET /user/repos", () => ({
  ...list(Repository(), {
    visibility: z._default(z.enum(["all", "public", "private"]), "all"),
    affiliation: z._default(z.string(), "owner,collaborator,organization_member"),
    type: z._default(z.enum(["all", "owner", "public", "private", "member"]), "all"),
    sort: z._default(z.enum(["created", "updated", "pushed", "full_name"]), "full_name"),
    direction: z.optional(direction()),
    since: z.optional(time()),
    before: z.optional(time()),
  }),
  otherStatuses: [304, 401, 403, 422],
  access: allow("metadata", "read", [PRIVATE_REPO], { tokens: USER_TOKENS }),
  rules: [
    {
      fields: ["type", "visibility", "affiliation"],
      message: "type goes with neither visibility nor affiliation",
      holds: ({ type, visibility, affiliation }) =>
        type === undefined || (visibility === undefined && affiliation === undefined),
    },
  ],
}));
