import { parseJson } from "../../internal/parse-json.ts";
import type { CallResponse } from "../middleware.ts";

const parsed = /* @__PURE__ */ new WeakMap<CallResponse, unknown>();

/**
 * The JSON of an error response; undefined if it is not JSON. Parsed once, since several parts of the client read it,
 * and parsing a large body takes a while.
 */
export function errorJson(response: CallResponse): unknown {
  if (!parsed.has(response)) parsed.set(response, parseJson(response.text));
  return parsed.get(response);
}
