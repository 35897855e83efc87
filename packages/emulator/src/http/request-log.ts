import type { IncomingMessage, ServerResponse } from "node:http";
import type { EmulatorOptions, LoggedDelivery, LoggedRequest } from "../public.ts";
import type { SentDelivery, World } from "../world.ts";
import { logLine } from "./log-line.ts";
import type { Target } from "./target.ts";
import { withoutSecrets } from "./without-secrets.ts";

/** Tells of each request and each delivery, once it is over. */
export interface RequestLog {
  /** Tells of a request that the log of calls doesn't know, when it has been answered or cut. */
  watch(incoming: IncomingMessage, outgoing: ServerResponse, target: Target): void;
}

/** @param log is called with every line, and with what it tells of */
export function createRequestLog(
  { calls, deliveries, now }: Pick<World, "calls" | "deliveries" | "now">,
  log: NonNullable<EmulatorOptions["log"]>,
): RequestLog {
  const tell = (told: LoggedRequest | LoggedDelivery) => log(logLine(told), told);
  calls.onCall(tell);
  deliveries.onSent((sent) => tell(deliveryOf(sent, now())));
  return {
    watch(incoming, outgoing, { path, search }) {
      const at = now().toISOString();
      const start = performance.now();
      outgoing.once("close", () => {
        tell({
          ...{ at, method: incoming.method ?? "", path: path + withoutSecrets(search) },
          ...{ operation: null, token: null, user: null, fault: null },
          status: outgoing.writableFinished ? outgoing.statusCode : null,
          duration: performance.now() - start,
        });
      });
    },
  };
}

function deliveryOf({ hook, event, action, redelivery, status, status_code, duration }: SentDelivery, at: Date) {
  return {
    ...{ at: at.toISOString(), event, action, redelivery, hook: hook.id, origin: new URL(hook.url).origin },
    ...{ status: status_code || null, problem: status_code === 0 ? status : null, duration: duration * 1000 },
  };
}
