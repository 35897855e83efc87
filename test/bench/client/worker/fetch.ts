import type { Caller } from "./callers.ts";
import { HEADERS, path } from "./request.ts";

export const builtIn: Caller = (baseUrl) => async (index) => {
  const response = await fetch(`${baseUrl}/${path(index)}`, { headers: HEADERS });
  return response.json();
};
