import * as z from "zod/mini";
import { allowPublic } from "../allow.ts";
import { CustomPropertyValue } from "../objects/custom-property.ts";
import { operation } from "../operation.ts";

/** The custom properties of a repository (public description). */
export const listRepositoryCustomPropertyValues = /* @__PURE__ */ operation(
  "GET /repos/{owner}/{repo}/properties/values",
  () => ({
    success: { 200: z.array(CustomPropertyValue()) },
    otherStatuses: [403, 404],
    access: allowPublic("metadata"),
    retry: "safe",
  }),
);
