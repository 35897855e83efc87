import * as z from "zod/mini";
import { lazy } from "../../internal/lazy.ts";

/** The passages of a search result that match the query. */
export const textMatches = lazy(() =>
  z.optional(
    z.array(
      z.looseObject({
        object_url: z.optional(z.string()),
        object_type: z.optional(z.nullable(z.string())),
        property: z.optional(z.string()),
        fragment: z.optional(z.string()),
        matches: z.optional(
          z.array(z.looseObject({ text: z.optional(z.string()), indices: z.optional(z.array(z.int())) })),
        ),
      }),
    ),
  ),
);
