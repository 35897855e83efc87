import { User } from "../objects/user.ts";
import { event } from "./event.ts";
import { everyApp } from "./event-rules.ts";

/** A user, the sender, revoked their authorization of an app. */
export const svcAppAuthorization = event("svc_app_authorization", everyApp(), () => ({
  payload: { sender: User.schema() },
  actions: { revoked: {} },
}));
