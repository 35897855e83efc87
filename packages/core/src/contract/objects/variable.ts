import * as z from "zod/mini";
import { lazy } from "../../internal/lazy.ts";
import { extensibleEnum, namedObject } from "../schema.ts";

const variableFields = lazy(() => ({
  name: z.string(),
  value: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
}));

/** A configuration variable. */
export class Variable extends namedObject(variableFields) {}

/** A configuration variable of an organization, with its visibility. */
export class OrganizationVariable extends namedObject(() => ({
  ...variableFields(),
  visibility: extensibleEnum("all", "private", "selected"),
  selected_repositories_url: z.optional(z.string()),
})) {}
