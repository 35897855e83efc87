import { request } from "undici";
import type { Caller } from "./callers.ts";
import { HEADERS, path } from "./request.ts";

export const undici: Caller = (baseUrl) => async (index) => {
  const { body } = await request(`${baseUrl}/${path(index)}`, { headers: HEADERS });
  return JSON.parse(await body.text());
};
