import * as z from "zod/mini";
import { CustomPropertyValue } from "../objects/custom-property.ts";
import { operation } from "../operation.ts";
import { publicReadAccess } from "../permission-access.ts";
import { get } from "../reads-and-writes.ts";

/**
 * Lists the custom property values of a repository.
 * @see https://docs.github.com/rest/repos/custom-properties#get-all-custom-property-values-for-a-repository
 */
export const listRepositoryCustomPropertyValues = operation("GET /repos/{owner}/{repo}/properties/values", () =>
  get({ access: publicReadAccess("metadata") }, z.array(CustomPropertyValue.schema()), [403, 404]),
);
