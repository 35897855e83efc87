import * as z from "zod/mini";
import { bodilessRoute, bodyRoute } from "./route.ts";

const EventSchema = z.strictObject({
  event: z.string(),
  action: z.optional(z.nullable(z.string())),
  repository: z.optional(z.string()),
  organization: z.optional(z.string()),
  hook: z.optional(z.int()),
  sender: z.optional(z.string()),
  payload: z.optional(z.looseObject({})),
});

const HookHostSchema = z.strictObject({ host: z.string() });

export const EVENT_ROUTES = [
  bodilessRoute("GET", "/events", (control) => ({ events: control.events() })),
  bodyRoute("POST", "/events", EventSchema, (control, event) => control.sendEvent(event)),
  bodilessRoute("DELETE", "/events", (control) => control.clearEvents()),
  bodyRoute("POST", "/hook-hosts", HookHostSchema, (control, { host }) => control.allowHookHost(host)),
];
