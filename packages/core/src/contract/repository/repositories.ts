import { PUBLIC } from "../access.ts";
import { Repository } from "../objects/repository.ts";
import { operation } from "../operation.ts";

/** One repository (public description; its object is in document 3). */
export const getRepository = /* @__PURE__ */ operation("GET /repos/{owner}/{repo}", () => ({
  success: { 200: Repository() },
  errors: [301, 403, 404],
  access: {
    tokens: PUBLIC,
    needs: [[{ permission: "metadata", level: "read" }], [{ scope: "repo", when: "private" }]],
  },
  retry: "safe",
}));
