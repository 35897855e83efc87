import * as z from "zod/mini";
import type { Account } from "../../state/accounts.ts";
import { customProperties } from "../../state/custom-properties.ts";
import { includedProperties } from "../../state/included-properties.ts";
import { listSection } from "../define-section.ts";
import { SeedError } from "../seed-error.ts";

/** Inserts the custom properties that an organization's OIDC tokens include, by name. */
export const oidcProperties = listSection(z.string(), ({ db }, { id }: Account, requestedName) => {
  const property = customProperties.find(db, { organization_id: id, name: requestedName });
  if (!property) throw new SeedError([], `must name an existing custom property, got ${requestedName}`);
  const isNew = includedProperties.add(db, { organization_id: id, name: property.name });
  if (!isNew) throw new SeedError([], "must not be listed twice");
});
