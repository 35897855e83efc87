import * as z from "zod/mini";
import { PUBLIC } from "../access.ts";
import { PullRequest } from "../objects/pull-request.ts";
import { operation } from "../operation.ts";

/** One pull request (public description). */
export const getPullRequest = /* @__PURE__ */ operation("GET /repos/{owner}/{repo}/pulls/{pull_number}", () => ({
  path: z.object({ pull_number: z.int() }),
  success: { 200: PullRequest() },
  errors: [404],
  access: {
    tokens: PUBLIC,
    needs: [[{ permission: "pull_requests", level: "read" }], [{ scope: "repo", when: "private" }]],
  },
  retry: "safe",
}));
