import * as z from "zod/mini";
import type { NamedSchema, SchemaOutput } from "../named-schema.ts";
import { fieldsWith, namedSchema } from "../schema.ts";

/** An enterprise account: of an event, an app's owner or an app's installation. */
export interface Enterprise extends SchemaOutput<typeof enterpriseSchema> {}
const enterpriseSchema = /* @__PURE__ */ namedSchema(() =>
  z.looseObject({
    description: z.optional(z.nullable(z.string())),
    ...fieldsWith(z.string(), "html_url", "node_id", "name", "slug", "avatar_url"),
    website_url: z.optional(z.nullable(z.string())),
    id: z.int(),
    created_at: z.nullable(z.string()),
    updated_at: z.nullable(z.string()),
  }),
);
export const Enterprise: NamedSchema<Enterprise> = enterpriseSchema;
