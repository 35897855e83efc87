import ky from "ky";
import type { CallerFactory } from "./callers.ts";
import { HEADERS, requestPath } from "./request.ts";

export const kyClient: CallerFactory = (baseUrl) => {
  const api = ky.create({ prefix: baseUrl, headers: HEADERS });
  return (index) => api.get(requestPath(index)).json();
};
