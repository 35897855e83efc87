import { event } from "./event.ts";
import { inRepository } from "./payload.ts";
import { APP_THAT_WRITES, everywhere } from "./rules.ts";

export const checkRun = /* @__PURE__ */ event(
  "check_run",
  {
    ...everywhere("checks"),
    unasked: "write",
    actions: { rerequested: APP_THAT_WRITES, requested_action: APP_THAT_WRITES },
  },
  () => ({
    payload: inRepository(),
    actions: { completed: {}, created: {}, requested_action: {}, rerequested: {} },
  }),
);
