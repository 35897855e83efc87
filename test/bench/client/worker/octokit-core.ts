import { Octokit } from "@octokit/core";
import type { Caller } from "./callers.ts";
import { repository, TOKEN } from "./request.ts";

export const octokitCore: Caller = (baseUrl) => {
  const octokit = new Octokit({ baseUrl, auth: TOKEN });
  return async (index) => (await octokit.request("GET /repos/{owner}/{repo}/stargazers", repository(index))).data;
};
