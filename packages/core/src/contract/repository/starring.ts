import * as z from "zod/mini";
import { allowPublic } from "../allow.ts";
import { Stargazer } from "../objects/star.ts";
import { User } from "../objects/user.ts";
import { operation } from "../operation.ts";
import { list } from "../paging.ts";

/** Who starred a repository; with the media type `star`, also when (document 3, Starring). */
export const listStargazers = /* @__PURE__ */ operation("GET /repos/{owner}/{repo}/stargazers", () => ({
  ...list(User()),
  otherStatuses: [422],
  media: { star: z.array(Stargazer()) },
  access: allowPublic("metadata", { needs: [[{ permission: "contents", level: "write" }]] }),
  restricted: { from: "2026-07-01", roles: ["repository-admin", "collaborator"] },
}));
