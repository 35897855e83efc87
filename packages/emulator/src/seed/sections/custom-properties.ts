import * as z from "zod/mini";
import type { Account } from "../../state/accounts.ts";
import * as state from "../../state/custom-properties.ts";
import { recordSection } from "../define-section.ts";
import { SeedError } from "../seed-error.ts";

const SeedPropertyValue = z.union([z.string(), z.array(z.string())]);

const Property = z.strictObject({
  default: z.optional(SeedPropertyValue),
  /** Allowed values; any value if omitted. */
  values: z.optional(z.array(z.string())),
  /** Values by the repositories' full names. */
  repositories: z._default(z.record(z.string(), SeedPropertyValue), {}),
});

/** Inserts an organization's custom properties and their values, by property name. */
export const customProperties = recordSection(Property, (context, organization: Account, name, input) => {
  const { default: defaultValue, values, repositories } = input;
  const checkAllowed = (value: z.output<typeof SeedPropertyValue>, field: string) => {
    const disallowed = [value].flat().find((item) => values?.includes(item) === false);
    if (disallowed === undefined) return value;
    throw new SeedError([field], `must be one of the allowed values, got ${JSON.stringify(disallowed)}`);
  };
  state.customProperties.insert(context.db, {
    organization_id: organization.id,
    name,
    default_value: defaultValue === undefined ? null : checkAllowed(defaultValue, "default"),
  });
  for (const [fullName, value] of Object.entries(repositories)) {
    const { id } = context.ownRepository(organization, fullName, "repositories", fullName);
    const row = { repository_id: id, name, value: checkAllowed(value, "repositories") };
    state.propertyValues.put(context.db, row, ["repository_id", "name"]);
  }
});
