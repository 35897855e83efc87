import * as z from "zod/mini";
import { Enterprise } from "../objects/enterprise.ts";
import { InstallationReference } from "../objects/installation.ts";
import { Organization } from "../objects/organization.ts";
import { EventRepository } from "../objects/repository.ts";
import { User } from "../objects/user.ts";

// Payload fields common to many events (source: docs).

/** Optional fields of any event. */
const contextFields = () => ({
  enterprise: z.optional(Enterprise()),
  installation: z.optional(InstallationReference()),
  organization: z.optional(Organization()),
});

/** Fields of every repository event. */
export const repositoryEventFields = () => ({ ...contextFields(), repository: EventRepository(), sender: User() });

/** Fields of every organization event. */
export const organizationEventFields = () => ({
  ...contextFields(),
  organization: Organization(),
  repository: z.optional(EventRepository()),
  sender: User(),
});

/** Fields of events that can come from a repository, an organization or an app. */
export const anyEventFields = () => ({
  ...contextFields(),
  repository: z.optional(EventRepository()),
  sender: z.optional(User()),
});
