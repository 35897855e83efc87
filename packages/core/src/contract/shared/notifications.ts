import * as z from "zod/mini";
import { timestamp } from "../fields.ts";
import type { OperationAccess } from "../reads-and-writes.ts";

/** Access to the caller's notifications. Fine-grained and app tokens are not accepted (source: docs). */
export const NOTIFICATION_ACCESS: OperationAccess = {
  access: {
    tokens: ["classic", "oauth"],
    requirements: [[{ scope: "notifications" }], [{ scope: "repo" }]],
  },
};

/** Filters of lists of notifications, which otherwise contain the unread ones. */
export const notificationFilters = () => ({
  all: z._default(z.boolean(), false),
  participating: z._default(z.boolean(), false),
  since: z.optional(timestamp()),
  before: z.optional(timestamp()),
});
