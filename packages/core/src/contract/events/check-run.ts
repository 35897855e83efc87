import * as z from "zod/mini";
import { repositoryEventFields } from "./common-fields.ts";
import { event } from "./event.ts";
import { APPS_WITH_WRITE_ACCESS, allHooks } from "./event-rules.ts";
import { CheckRun, CompletedCheckRun } from "./parts/check-run.ts";

/**
 * A check run was created or completed, or its app is requested to rerun it or to perform an action. The public
 * documentation does not guarantee that the payload has an action.
 */
export const checkRun = event(
  "check_run",
  {
    ...allHooks("checks"),
    sentUnsubscribed: "write",
    actions: { rerequested: APPS_WITH_WRITE_ACCESS, requested_action: APPS_WITH_WRITE_ACCESS },
  },
  () => ({
    payload: { ...repositoryEventFields(), check_run: CheckRun.schema() },
    actions: {
      completed: { check_run: CompletedCheckRun.schema() },
      created: {},
      // Identifier that the app gave the button that was clicked.
      requested_action: { requested_action: z.optional(z.looseObject({ identifier: z.optional(z.string()) })) },
      rerequested: {},
    },
  }),
);
