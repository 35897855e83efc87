import * as z from "zod/mini";
import { User } from "../objects/user.ts";
import { event } from "./event.ts";
import { SecretScanningAlert } from "./parts/secret-scanning-alert.ts";
import { inRepository } from "./payload.ts";
import { everywhere } from "./rules.ts";

/** A secret was found in a repository, or something came of what was found (public description). */
export const secretScanningAlert = /* @__PURE__ */ event(
  "secret_scanning_alert",
  everywhere("secret_scanning_alerts"),
  () => ({
    payload: { ...inRepository(), sender: z.optional(User()), alert: SecretScanningAlert() },
    actions: {
      assigned: { assignee: z.optional(User()) },
      created: {},
      publicly_leaked: {},
      reopened: {},
      resolved: {},
      unassigned: { assignee: z.optional(User()) },
      validated: {},
    },
  }),
);
