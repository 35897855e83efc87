import * as z from "zod/mini";
import { ask, tell } from "./route.ts";

const EventToSend = z.strictObject({
  event: z.string(),
  action: z.optional(z.nullable(z.string())),
  repository: z.optional(z.string()),
  organization: z.optional(z.string()),
  hook: z.optional(z.int()),
  sender: z.optional(z.string()),
  payload: z.optional(z.looseObject({})),
});

export const EVENT_ROUTES = [
  ask("GET", "/events", (control) => ({ events: control.events() })),
  tell("POST", "/events", EventToSend, (control, event) => control.sendEvent(event)),
  ask("DELETE", "/events", (control) => control.clearEvents()),
];
