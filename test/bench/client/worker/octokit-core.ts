import { Octokit } from "@octokit/core";
import type { CallerFactory } from "./callers.ts";
import { repositoryParams, TOKEN } from "./request.ts";

export const octokitCore: CallerFactory = (baseUrl) => {
  const octokit = new Octokit({ baseUrl, auth: TOKEN });
  return async (index) => (await octokit.request("GET /repos/{owner}/{repo}/stargazers", repositoryParams(index))).data;
};
