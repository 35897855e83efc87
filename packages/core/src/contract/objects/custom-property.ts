import * as z from "zod/mini";
import { namedObject } from "../schema.ts";

/** A custom property and its value. */
export class CustomPropertyValue extends namedObject(() => ({
  property_name: z.string(),
  value: z.nullable(z.union([z.string(), z.array(z.string())])),
})) {}

/** A repository of an organization with its custom property values. */
export class RepositoryCustomProperties extends namedObject(() => ({
  repository_id: z.int(),
  repository_name: z.string(),
  repository_full_name: z.string(),
  properties: z.array(CustomPropertyValue.schema()),
})) {}
