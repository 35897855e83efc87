import * as z from "zod/mini";
import { lazy } from "../../internal/lazy.ts";
import type { Named, OutputOf } from "../named.ts";
import { named, open } from "../schema.ts";

/** A configuration variable (public description). */
export interface Variable extends OutputOf<typeof variableSchema> {}
const variableObject = /* @__PURE__ */ lazy(() =>
  z.looseObject({ name: z.string(), value: z.string(), created_at: z.string(), updated_at: z.string() }),
);
const variableSchema = /* @__PURE__ */ named(variableObject);
export const Variable: Named<Variable> = variableSchema;

/** A configuration variable of an organization, and who may read it (public description). */
export interface OrganizationVariable extends OutputOf<typeof organizationVariableSchema> {}
const organizationVariableSchema = /* @__PURE__ */ named(() =>
  z.extend(variableObject(), {
    visibility: open("all", "private", "selected"),
    selected_repositories_url: z.optional(z.string()),
  }),
);
export const OrganizationVariable: Named<OrganizationVariable> = organizationVariableSchema;
