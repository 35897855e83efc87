import { ask } from "./route.ts";

/** The log of calls. */
export const CALL_ROUTES = [
  ask("GET", "/calls", (control) => ({ calls: control.calls() })),
  ask("DELETE", "/calls", (control) => control.clearCalls()),
];
