import { Octokit } from "octokit";
import type { Caller } from "./callers.ts";
import { repository, TOKEN } from "./request.ts";

/** As it comes, with its throttling and its retries. */
export const octokit: Caller = (baseUrl) => {
  const { rest } = new Octokit({ baseUrl, auth: TOKEN });
  return async (index) => (await rest.activity.listStargazersForRepo(repository(index))).data;
};
