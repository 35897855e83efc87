import { event } from "./event.ts";
import { inRepository } from "./payload.ts";
import { APP_THAT_WRITES, everywhere } from "./rules.ts";

export const checkSuite = /* @__PURE__ */ event(
  "check_suite",
  {
    ...everywhere("checks"),
    unasked: "write",
    actions: { requested: APP_THAT_WRITES, rerequested: APP_THAT_WRITES },
  },
  () => ({
    payload: inRepository(),
    actions: { completed: {}, requested: {}, rerequested: {} },
  }),
);
