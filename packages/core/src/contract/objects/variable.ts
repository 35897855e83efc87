import * as z from "zod/mini";
import { lazy } from "../../internal/lazy.ts";
import type { NamedSchema, SchemaOutput } from "../named-schema.ts";
import { extensibleEnum, namedSchema } from "../schema.ts";

/** A configuration variable. */
export interface Variable extends SchemaOutput<typeof variableSchema> {}
const variableObject = /* @__PURE__ */ lazy(() =>
  z.looseObject({ name: z.string(), value: z.string(), created_at: z.string(), updated_at: z.string() }),
);
const variableSchema = /* @__PURE__ */ namedSchema(variableObject);
export const Variable: NamedSchema<Variable> = variableSchema;

/** A configuration variable of an organization, with its visibility. */
export interface OrganizationVariable extends SchemaOutput<typeof organizationVariableSchema> {}
const organizationVariableSchema = /* @__PURE__ */ namedSchema(() =>
  z.extend(variableObject(), {
    visibility: extensibleEnum("all", "private", "selected"),
    selected_repositories_url: z.optional(z.string()),
  }),
);
export const OrganizationVariable: NamedSchema<OrganizationVariable> = organizationVariableSchema;
