import { onDemand } from "./on-demand.ts";

/** Loads the parts of `leanClient` and its middleware that most calls do without. */
export const loadLeanParts = onDemand(() => import("./lean-parts.ts"));
