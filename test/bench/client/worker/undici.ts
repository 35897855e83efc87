import { request } from "undici";
import type { CallerFactory } from "./callers.ts";
import { HEADERS, requestPath } from "./request.ts";

export const undici: CallerFactory = (baseUrl) => async (index) => {
  const { body } = await request(`${baseUrl}/${requestPath(index)}`, { headers: HEADERS });
  return JSON.parse(await body.text());
};
