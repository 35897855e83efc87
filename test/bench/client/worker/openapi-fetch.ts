import createClient from "openapi-fetch";
import type { Caller } from "./callers.ts";
import { HEADERS, repository } from "./request.ts";

/** As much of the API's paths as is called. */
interface Paths {
  "/repos/{owner}/{repo}/stargazers": {
    get: {
      parameters: { path: { owner: string; repo: string } };
      responses: { 200: { content: { "application/json": { login: string }[] } } };
    };
  };
}

export const openapiFetch: Caller = (baseUrl) => {
  const client = createClient<Paths>({ baseUrl, headers: HEADERS });
  return async (index) =>
    (await client.GET("/repos/{owner}/{repo}/stargazers", { params: { path: repository(index) } })).data;
};
