import * as z from "zod/mini";
import { CustomPropertyValue } from "../objects/custom-property.ts";
import { Enterprise } from "../objects/enterprise.ts";
import { Organization } from "../objects/organization.ts";
import { User } from "../objects/user.ts";
import { extensibleEnum, fieldsWith } from "../schema.ts";
import { anyEventFields, organizationEventFields, repositoryEventFields } from "./common-fields.ts";
import { event } from "./event.ts";
import { allHooks, exceptRepositories } from "./event-rules.ts";

const definition = () =>
  z.looseObject({
    property_name: z.string(),
    url: z.optional(z.string()),
    source_type: z.optional(extensibleEnum("organization", "enterprise")),
    value_type: extensibleEnum("string", "single_select", "multi_select", "true_false"),
    required: z.optional(z.boolean()),
    default_value: z.optional(z.nullable(z.union([z.string(), z.array(z.string())]))),
    description: z.optional(z.nullable(z.string())),
    allowed_values: z.optional(z.nullable(z.array(z.string()))),
    values_editable_by: z.optional(z.nullable(extensibleEnum("org_actors", "org_and_repo_actors"))),
  });

/** A custom property was defined, changed, deleted, or moved to the enterprise. */
export const customProperty = event("custom_property", exceptRepositories("organization_custom_properties"), () => ({
  payload: { ...anyEventFields(), definition: z.looseObject({ property_name: z.string() }) },
  actions: {
    created: { definition: definition() },
    deleted: {},
    promote_to_enterprise: { definition: definition() },
    updated: { definition: definition() },
  },
}));

const values = () => fieldsWith(z.array(CustomPropertyValue.schema()), "new_property_values", "old_property_values");

/** Values of a repository's custom properties changed. */
export const customPropertyValues = event("custom_property_values", allHooks("organization_custom_properties"), () => ({
  payload: {
    ...repositoryEventFields(),
    organization: Organization.schema(),
    sender: z.optional(User.schema()),
    ...values(),
  },
  actions: { updated: {} },
}));

/** Values of an organization's custom properties changed. */
export const organizationCustomPropertyValues = event(
  "organization_custom_property_values",
  exceptRepositories(),
  () => ({
    payload: {
      ...organizationEventFields(),
      enterprise: Enterprise.schema(),
      sender: z.optional(User.schema()),
      ...values(),
    },
    actions: { updated: {} },
  }),
);
