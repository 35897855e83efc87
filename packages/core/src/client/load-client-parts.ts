import { onDemand } from "./on-demand.ts";

/** Loads the parts of `createClient` that most calls do without. */
export const loadClientParts = onDemand(() => import("./client-parts.ts"));
