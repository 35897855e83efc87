import ky from "ky";
import type { Caller } from "./callers.ts";
import { HEADERS, path } from "./request.ts";

export const kyClient: Caller = (baseUrl) => {
  const api = ky.create({ prefix: baseUrl, headers: HEADERS });
  return (index) => api.get(path(index)).json();
};
