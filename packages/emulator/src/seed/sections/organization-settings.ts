import * as z from "zod/mini";
import type { Account } from "../../state/accounts.ts";
import { OrganizationSettings, setOrganizationSettings } from "../../state/organization-settings.ts";
import { section } from "../section.ts";

/** How an organization is set up; what is left out is as the service starts it. */
export const organizationSettings = section(
  z.strictObject(OrganizationSettings.shape),
  (planting, organization: Account, settings) => setOrganizationSettings(planting.db, organization.id, settings),
);
