import * as z from "zod/mini";
import { once } from "../once.ts";

/** A configuration variable (public description). */
export interface Variable extends z.output<ReturnType<typeof Variable>> {}
export const Variable = /* @__PURE__ */ once(() =>
  z.looseObject({ name: z.string(), value: z.string(), created_at: z.string(), updated_at: z.string() }),
);

/** A configuration variable of an organization, and who may read it (public description). */
export interface OrganizationVariable extends z.output<ReturnType<typeof OrganizationVariable>> {}
export const OrganizationVariable = /* @__PURE__ */ once(() =>
  z.extend(Variable(), {
    visibility: z.enum(["all", "private", "selected"]),
    selected_repositories_url: z.optional(z.string()),
  }),
);
