import * as z from "zod/mini";
import { Enterprise } from "../objects/enterprise.ts";
import { InstallationReference } from "../objects/installation.ts";
import { Organization } from "../objects/organization.ts";
import { EventRepository } from "../objects/repository.ts";
import { User } from "../objects/user.ts";

// What events carry beside what they are about (document 1, Event catalogue).

/** What any event may carry. */
const around = () => ({
  enterprise: z.optional(Enterprise()),
  installation: z.optional(InstallationReference()),
  organization: z.optional(Organization()),
});

/** What every event of a repository carries. */
export const inRepository = () => ({ ...around(), repository: EventRepository(), sender: User() });

/** What every event of an organization carries. */
export const inOrganization = () => ({
  ...around(),
  organization: Organization(),
  repository: z.optional(EventRepository()),
  sender: User(),
});

/** What an event carries that may come from anywhere. */
export const anywhere = () => ({ ...around(), repository: z.optional(EventRepository()), sender: z.optional(User()) });
