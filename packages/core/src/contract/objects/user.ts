import * as z from "zod/mini";
import { once } from "../once.ts";

/** A user or organization as it appears inside other objects (document 3, User object). */
export interface User extends z.output<ReturnType<typeof User>> {}
export const User = /* @__PURE__ */ once(() =>
  z.looseObject({
    login: z.string(),
    id: z.int(),
    node_id: z.string(),
    avatar_url: z.string(),
    url: z.string(),
    html_url: z.string(),
    type: z.string(),
    site_admin: z.boolean(),
  }),
);
