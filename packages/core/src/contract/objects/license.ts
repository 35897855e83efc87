import * as z from "zod/mini";
import type { NamedSchema, SchemaOutput } from "../named-schema.ts";
import { namedSchema } from "../schema.ts";

/** The license of a repository. */
export interface License extends SchemaOutput<typeof licenseSchema> {}
const licenseSchema = /* @__PURE__ */ namedSchema(() =>
  z.looseObject({
    key: z.string(),
    name: z.string(),
    url: z.nullable(z.string()),
    spdx_id: z.nullable(z.string()),
    node_id: z.string(),
    html_url: z.optional(z.string()),
  }),
);
export const License: NamedSchema<License> = licenseSchema;
