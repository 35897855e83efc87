import { onDemand } from "./on-demand.ts";

/** Loads the parts of `createClient` that most calls do without. */
export const loadClientParts = /* @__PURE__ */ onDemand(() => import("./client-parts.ts"));
