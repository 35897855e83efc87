import * as z from "zod/mini";
import { once } from "../once.ts";

/** The license that a repository is under (public description). */
export interface License extends z.output<ReturnType<typeof License>> {}
export const License = /* @__PURE__ */ once(() =>
  z.looseObject({
    key: z.string(),
    name: z.string(),
    url: z.nullable(z.string()),
    spdx_id: z.nullable(z.string()),
    node_id: z.string(),
    html_url: z.optional(z.string()),
  }),
);
