import { lazyPerObject } from "../../internal/lazy.ts";
import { parseJson } from "../../internal/parse-json.ts";
import type { CallResponse } from "../middleware.ts";

/**
 * The JSON of an error response; undefined if it is not JSON. Parsed once, since several parts of the client read it,
 * and parsing a large body takes a while.
 */
export const errorJson = lazyPerObject(({ text }: CallResponse) => parseJson(text));
