import * as z from "zod/mini";
import type { Account } from "../../state/accounts.ts";
import { OrganizationSettings, setOrganizationSettings } from "../../state/organization-settings.ts";
import { defineSection } from "../define-section.ts";

/** Inserts an organization's settings. Omitted settings keep their defaults. */
export const organizationSettings = defineSection(
  z.strictObject(OrganizationSettings.shape),
  (context, organization: Account, settings) => setOrganizationSettings(context.db, organization.id, settings),
);
