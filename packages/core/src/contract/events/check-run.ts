import * as z from "zod/mini";
import { event } from "./event.ts";
import { CheckRun, CompletedCheckRun } from "./parts/check-run.ts";
import { inRepository } from "./payload.ts";
import { APP_THAT_WRITES, everywhere } from "./rules.ts";

/**
 * A check was started or has ended, or its app is to run it again or to do what it offered (document 1, Event catalogue, which
 * doesn't promise an action).
 */
export const checkRun = /* @__PURE__ */ event(
  "check_run",
  {
    ...everywhere("checks"),
    unasked: "write",
    actions: { rerequested: APP_THAT_WRITES, requested_action: APP_THAT_WRITES },
  },
  () => ({
    payload: { ...inRepository(), check_run: CheckRun() },
    actions: {
      completed: { check_run: CompletedCheckRun() },
      created: {},
      // The identifier is what the app gave the button that somebody clicked.
      requested_action: { requested_action: z.optional(z.looseObject({ identifier: z.optional(z.string()) })) },
      rerequested: {},
    },
  }),
);
