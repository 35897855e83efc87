import * as z from "zod/mini";
import { once } from "../once.ts";

/** A team of an organization (document 3, Team object). */
export interface Team extends z.output<ReturnType<typeof Team>> {}
export const Team = /* @__PURE__ */ once(() =>
  z.looseObject({
    id: z.int(),
    node_id: z.string(),
    url: z.string(),
    html_url: z.string(),
    name: z.string(),
    slug: z.string(),
    description: z.nullable(z.string()),
    privacy: z.optional(z.string()),
    permission: z.string(),
    members_url: z.string(),
    repositories_url: z.string(),
  }),
);
