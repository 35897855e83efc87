import * as z from "zod/mini";
import { ALL_TOKENS } from "../access.ts";
import { PAGES, pageQuery } from "../fields.ts";
import { User } from "../objects/user.ts";
import { operation } from "../operation.ts";

/** Who may be asked for a review: the people with access to a repository (public description). */
export const listCollaborators = /* @__PURE__ */ operation("GET /repos/{owner}/{repo}/collaborators", () => ({
  query: pageQuery(),
  success: { 200: z.array(User()) },
  errors: [404],
  access: {
    tokens: ALL_TOKENS,
    needs: [[{ permission: "metadata", level: "read" }], [{ scope: "repo" }]],
    role: "push",
  },
  retry: "safe",
  paging: PAGES,
}));
