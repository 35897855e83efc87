import * as z from "zod/mini";
import type { Named, OutputOf } from "../named.ts";
import { alike, named } from "../schema.ts";

/** An enterprise as an app's installation names it (public description). */
export interface Enterprise extends OutputOf<typeof enterpriseSchema> {}
const enterpriseSchema = /* @__PURE__ */ named(() =>
  z.looseObject({
    description: z.optional(z.nullable(z.string())),
    ...alike(z.string(), "html_url", "node_id", "name", "slug", "avatar_url"),
    website_url: z.optional(z.nullable(z.string())),
    id: z.int(),
    created_at: z.nullable(z.string()),
    updated_at: z.nullable(z.string()),
  }),
);
export const Enterprise: Named<Enterprise> = enterpriseSchema;
