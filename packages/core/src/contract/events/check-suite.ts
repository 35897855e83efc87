import { repositoryEventFields } from "./common-fields.ts";
import { event } from "./event.ts";
import { APPS_WITH_WRITE_ACCESS, allHooks } from "./event-rules.ts";
import { CheckSuite, CompletedCheckSuite } from "./parts/check-suite.ts";

/** All check runs of a suite have completed, or the app is requested to run or rerun the suite. */
export const checkSuite = event(
  "check_suite",
  {
    ...allHooks("checks"),
    sentUnsubscribed: "write",
    actions: { requested: APPS_WITH_WRITE_ACCESS, rerequested: APPS_WITH_WRITE_ACCESS },
  },
  () => ({
    payload: { ...repositoryEventFields(), check_suite: CheckSuite.schema() },
    actions: { completed: { check_suite: CompletedCheckSuite.schema() }, requested: {}, rerequested: {} },
  }),
);
