import { event } from "./event.ts";
import { CheckSuite, CompletedCheckSuite } from "./parts/check-suite.ts";
import { inRepository } from "./payload.ts";
import { APP_THAT_WRITES, everywhere } from "./rules.ts";

/** All checks of an app on a commit have ended, or the app is to run them, or to run them again (document 1, Event catalogue). */
export const checkSuite = /* @__PURE__ */ event(
  "check_suite",
  {
    ...everywhere("checks"),
    unasked: "write",
    actions: { requested: APP_THAT_WRITES, rerequested: APP_THAT_WRITES },
  },
  () => ({
    payload: { ...inRepository(), check_suite: CheckSuite() },
    actions: { completed: { check_suite: CompletedCheckSuite() }, requested: {}, rerequested: {} },
  }),
);
