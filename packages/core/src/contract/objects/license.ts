import * as z from "zod/mini";
import type { Named, OutputOf } from "../named.ts";
import { named } from "../schema.ts";

/** The license that a repository is under (public description). */
export interface License extends OutputOf<typeof licenseSchema> {}
const licenseSchema = /* @__PURE__ */ named(() =>
  z.looseObject({
    key: z.string(),
    name: z.string(),
    url: z.nullable(z.string()),
    spdx_id: z.nullable(z.string()),
    node_id: z.string(),
    html_url: z.optional(z.string()),
  }),
);
export const License: Named<License> = licenseSchema;
