import * as z from "zod/mini";
import { EventInstallation, InstallationReference } from "../objects/installation.ts";
import { EventUser, User } from "../objects/user.ts";
import { extensibleEnum, fieldsWith } from "../schema.ts";
import { anyEventFields } from "./common-fields.ts";
import { event } from "./event.ts";
import { everyApp } from "./event-rules.ts";
import { InstallationAccount } from "./parts/installation-account.ts";
import { PreviousText } from "./parts/previous-text.ts";
import { RepositoryReference } from "./parts/repository-reference.ts";

/** Repositories were added to or removed from an app's installation. */
export const installationRepositories = event("installation_repositories", everyApp(), () => ({
  payload: {
    ...anyEventFields(),
    sender: User.schema(),
    installation: EventInstallation.schema(),
    repository_selection: extensibleEnum("all", "selected"),
    ...fieldsWith(z.array(RepositoryReference.schema()), "repositories_added", "repositories_removed"),
    requester: z.optional(z.nullable(EventUser.schema())),
  },
  actions: { added: {}, removed: {} },
}));

/** The account of an app's installation was renamed. */
export const installationTarget = event("installation_target", everyApp(), () => ({
  payload: {
    ...anyEventFields(),
    installation: InstallationReference.schema(),
    account: InstallationAccount.schema(),
    target_type: z.string(),
    changes: z.looseObject({ login: z.optional(PreviousText.schema()), slug: z.optional(PreviousText.schema()) }),
  },
  actions: { renamed: {} },
}));
