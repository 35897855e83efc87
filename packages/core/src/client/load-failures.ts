import { onDemand } from "./on-demand.ts";

/** Loads the descriptions of failed calls. */
export const loadFailures = /* @__PURE__ */ onDemand(() => import("./failures.ts"));
