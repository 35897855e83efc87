import * as z from "zod/mini";
import { fieldsWith } from "../schema.ts";
import { anyEventFields } from "./common-fields.ts";
import { event } from "./event.ts";
import { allHooks } from "./event-rules.ts";

/** A ref was updated in a cache of a self-hosted server's repositories. */
export const cacheSync = event("cache_sync", allHooks(), () => ({
  payload: { ...anyEventFields(), ...fieldsWith(z.string(), "cache_location", "ref", "before", "after") },
}));
