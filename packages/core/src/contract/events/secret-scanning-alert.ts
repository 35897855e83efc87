import { event } from "./event.ts";
import { inRepository } from "./payload.ts";
import { everywhere } from "./rules.ts";

export const secretScanningAlert = /* @__PURE__ */ event(
  "secret_scanning_alert",
  everywhere("secret_scanning_alerts"),
  () => ({
    payload: inRepository(),
    actions: {
      assigned: {},
      created: {},
      publicly_leaked: {},
      reopened: {},
      resolved: {},
      unassigned: {},
      validated: {},
    },
  }),
);
