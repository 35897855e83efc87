import { bodilessRoute } from "./route.ts";

export const CALL_ROUTES = [
  bodilessRoute("GET", "/calls", (control) => ({ calls: control.calls() })),
  bodilessRoute("DELETE", "/calls", (control) => control.clearCalls()),
];
