import type { CallerFactory } from "./callers.ts";
import { HEADERS, requestPath } from "./request.ts";

export const builtIn: CallerFactory = (baseUrl) => async (index) => {
  const response = await fetch(`${baseUrl}/${requestPath(index)}`, { headers: HEADERS });
  return response.json();
};
