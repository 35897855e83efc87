import { Octokit } from "octokit";
import type { CallerFactory } from "./callers.ts";
import { repositoryParams, TOKEN } from "./request.ts";

/** With default options: throttling and retries. */
export const octokit: CallerFactory = (baseUrl) => {
  const { rest } = new Octokit({ baseUrl, auth: TOKEN });
  return async (index) => (await rest.activity.listStargazersForRepo(repositoryParams(index))).data;
};
