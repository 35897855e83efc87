import * as z from "zod/mini";
import { EventInstallation } from "../objects/installation.ts";
import { EventUser, User } from "../objects/user.ts";
import { anyEventFields } from "./common-fields.ts";
import { event } from "./event.ts";
import { everyApp } from "./event-rules.ts";
import { RepositoryReference } from "./parts/repository-reference.ts";

/** An app was installed, uninstalled, suspended or unsuspended, or its new permissions were accepted. */
export const installation = event("installation", everyApp(), () => ({
  payload: {
    ...anyEventFields(),
    sender: User.schema(),
    installation: EventInstallation.schema(),
    repositories: z.optional(z.array(RepositoryReference.schema())),
    requester: z.optional(z.nullable(EventUser.schema())),
  },
  actions: { created: {}, deleted: {}, new_permissions_accepted: {}, suspend: {}, unsuspend: {} },
}));
