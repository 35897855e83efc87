import * as z from "zod/mini";
import { EventInstallation } from "../objects/installation.ts";
import { EventUser, User } from "../objects/user.ts";
import { event } from "./event.ts";
import { RepositoryReference } from "./parts/repository-reference.ts";
import { anywhere } from "./payload.ts";
import { toEveryApp } from "./rules.ts";

/** An app was installed or removed, its owner holds it back or not, or accepted what it may do (public description). */
export const installation = /* @__PURE__ */ event("installation", toEveryApp(), () => ({
  payload: {
    ...anywhere(),
    sender: User(),
    installation: EventInstallation(),
    repositories: z.optional(z.array(RepositoryReference())),
    requester: z.optional(z.nullable(EventUser())),
  },
  actions: { created: {}, deleted: {}, new_permissions_accepted: {}, suspend: {}, unsuspend: {} },
}));
