import * as z from "zod/mini";
import type { Account } from "../../state/accounts.ts";
import { findPropertyName } from "../../state/custom-properties.ts";
import { includeProperty, isIncludedProperty } from "../../state/included-properties.ts";
import { defineSection } from "../define-section.ts";
import { SeedError } from "../seed-error.ts";

/** Inserts the custom properties that an organization's OIDC tokens include, by name. */
export const oidcProperties = defineSection(z.array(z.string()), ({ db }, { id }: Account, names, path) => {
  for (const [index, requestedName] of names.entries()) {
    const name = findPropertyName(db, id, requestedName);
    if (name === undefined)
      throw new SeedError([...path, index], `must name an existing custom property, got ${requestedName}`);
    if (isIncludedProperty(db, id, name)) throw new SeedError([...path, index], "must not be listed twice");
    includeProperty(db, id, name);
  }
});
