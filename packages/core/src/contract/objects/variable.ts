import * as z from "zod/mini";
import { lazy } from "../../internal/lazy.ts";
import { extensibleEnum, namedSchema } from "../schema.ts";

const variableObject = lazy(() =>
  z.looseObject({ name: z.string(), value: z.string(), created_at: z.string(), updated_at: z.string() }),
);

/** A configuration variable. */
export class Variable extends namedSchema(variableObject) {}

/** A configuration variable of an organization, with its visibility. */
export class OrganizationVariable extends namedSchema(() =>
  z.extend(variableObject(), {
    visibility: extensibleEnum("all", "private", "selected"),
    selected_repositories_url: z.optional(z.string()),
  }),
) {}
