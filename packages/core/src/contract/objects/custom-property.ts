import * as z from "zod/mini";
import { once } from "../once.ts";

/** A custom property and its value (public description). */
export interface CustomPropertyValue extends z.output<ReturnType<typeof CustomPropertyValue>> {}
export const CustomPropertyValue = /* @__PURE__ */ once(() =>
  z.looseObject({ property_name: z.string(), value: z.nullable(z.union([z.string(), z.array(z.string())])) }),
);

/** A repository of an organization with its custom properties (public description). */
export interface RepositoryCustomProperties extends z.output<ReturnType<typeof RepositoryCustomProperties>> {}
export const RepositoryCustomProperties = /* @__PURE__ */ once(() =>
  z.looseObject({
    repository_id: z.int(),
    repository_name: z.string(),
    repository_full_name: z.string(),
    properties: z.array(CustomPropertyValue()),
  }),
);
