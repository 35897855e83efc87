import * as z from "zod/mini";
import { HeadCommit } from "../objects/workflow-run.ts";
import { extensibleEnum, fieldsWith } from "../schema.ts";
import { anyEventFields } from "./common-fields.ts";
import { event } from "./event.ts";
import { appsOnly } from "./event-rules.ts";

/** The checks of a merge queue's group of changes are requested, or the group was deleted. */
export const mergeGroup = event("merge_group", appsOnly("merge_queues"), () => ({
  payload: {
    ...anyEventFields(),
    merge_group: z.looseObject({
      ...fieldsWith(z.string(), "head_sha", "head_ref", "base_sha", "base_ref"),
      head_commit: HeadCommit.schema(),
    }),
  },
  actions: {
    checks_requested: {},
    destroyed: { reason: z.optional(extensibleEnum("merged", "invalidated", "dequeued")) },
  },
}));
