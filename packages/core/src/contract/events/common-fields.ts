import * as z from "zod/mini";
import { Enterprise } from "../objects/enterprise.ts";
import { InstallationReference } from "../objects/installation.ts";
import { Organization } from "../objects/organization.ts";
import { EventRepository } from "../objects/repository.ts";
import { User } from "../objects/user.ts";

// Payload fields common to many events (source: docs).

/** Optional fields of any event. */
const contextFields = () => ({
  enterprise: z.optional(Enterprise.schema()),
  installation: z.optional(InstallationReference.schema()),
  organization: z.optional(Organization.schema()),
});

/** Fields of every repository event. */
export const repositoryEventFields = () => ({
  ...contextFields(),
  repository: EventRepository.schema(),
  sender: User.schema(),
});

/** Fields of every organization event. */
export const organizationEventFields = () => ({
  ...contextFields(),
  organization: Organization.schema(),
  repository: z.optional(EventRepository.schema()),
  sender: User.schema(),
});

/** Fields of events that can come from a repository, an organization or an app. */
export const anyEventFields = () => ({
  ...contextFields(),
  repository: z.optional(EventRepository.schema()),
  sender: z.optional(User.schema()),
});
