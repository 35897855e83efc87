import { reference, typedName } from "./columns.ts";
import { table } from "./table.ts";

/** Custom properties that are included as claims in the OIDC tokens of an organization's jobs. */
export const includedProperties = table(
  "included_properties",
  { organization_id: reference("accounts"), name: typedName() },
  {
    key: ["organization_id", "name"],
    constraints: ["FOREIGN KEY (organization_id, name) REFERENCES custom_properties ON DELETE CASCADE"],
  },
);
