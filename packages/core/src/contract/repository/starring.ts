import * as z from "zod/mini";
import { Stargazer } from "../objects/star.ts";
import { User } from "../objects/user.ts";
import { operation } from "../operation.ts";
import { list } from "../paging.ts";
import { publicReadAccess } from "../permission-access.ts";

/**
 * Lists the users who starred a repository; the media type `star` adds the time of each star.
 * @see https://docs.github.com/rest/activity/starring#list-stargazers
 */
export const listStargazers = operation("GET /repos/{owner}/{repo}/stargazers", () => ({
  ...list(User.schema()),
  otherStatuses: [422],
  media: { star: z.array(Stargazer.schema()) },
  access: publicReadAccess("metadata", { requirements: [[{ permission: "contents", level: "write" }]] }),
  restricted: { from: "2026-07-01", roles: ["repository-admin", "collaborator"] },
}));
