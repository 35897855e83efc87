import { bodilessRoute } from "./route.ts";

/** Routes for internal state that the API doesn't expose. */
export const INSPECTION_ROUTES = [
  bodilessRoute("GET", "/secrets", (control) => ({ secrets: control.secrets() })),
  bodilessRoute("GET", "/limits", (control) => ({ limits: control.limits() })),
  bodilessRoute("GET", "/settled", async (control) => {
    await control.settled();
    return { settled: true };
  }),
];
