import { ask } from "./route.ts";

/** What the service knows that its API doesn't tell. */
export const KNOWN_ROUTES = [
  ask("GET", "/secrets", (control) => ({ secrets: control.secrets() })),
  ask("GET", "/limits", (control) => ({ limits: control.limits() })),
  ask("GET", "/settled", async (control) => {
    await control.settled();
    return { settled: true };
  }),
];
