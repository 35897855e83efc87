import createClient from "openapi-fetch";
import type { CallerFactory } from "./callers.ts";
import { HEADERS, repositoryParams } from "./request.ts";

/** Only the path that is called. */
interface Paths {
  "/repos/{owner}/{repo}/stargazers": {
    get: {
      parameters: { path: { owner: string; repo: string } };
      responses: { 200: { content: { "application/json": { login: string }[] } } };
    };
  };
}

export const openapiFetch: CallerFactory = (baseUrl) => {
  const client = createClient<Paths>({ baseUrl, headers: HEADERS });
  return async (index) =>
    (await client.GET("/repos/{owner}/{repo}/stargazers", { params: { path: repositoryParams(index) } })).data;
};
