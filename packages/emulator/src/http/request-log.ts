import type { IncomingMessage, ServerResponse } from "node:http";
import { redactPath, redactQuery } from "../calls/redact-target.ts";
import type { DeliveryAttempt, EmulatorContext } from "../emulator-context.ts";
import type { EmulatorOptions, LoggedDelivery, LoggedRequest } from "../public.ts";
import { logLine } from "./log-line.ts";
import type { RequestTarget } from "./request-target.ts";

/** Logs each request and each webhook delivery once it is complete. */
export interface RequestLog {
  /** Logs a request that isn't an API call when its response was sent or its connection closed. */
  logWhenClosed(incoming: IncomingMessage, outgoing: ServerResponse, target: RequestTarget): void;
}

/**
 * Creates the log.
 * @param log called with each line and the entry it describes
 */
export function createRequestLog(
  { calls, deliveries, now }: Pick<EmulatorContext, "calls" | "deliveries" | "now">,
  log: NonNullable<EmulatorOptions["log"]>,
): RequestLog {
  const write = (entry: LoggedRequest | LoggedDelivery) => log(logLine(entry), entry);
  calls.onCall(write);
  deliveries.onSent((attempt) => write(toLogEntry(attempt, now())));
  return {
    logWhenClosed(incoming, outgoing, { path, search }) {
      const at = now().toISOString();
      const start = performance.now();
      outgoing.once("close", () => {
        write({
          at,
          method: incoming.method ?? "",
          path: redactPath(path) + redactQuery(search),
          operation: null,
          token: null,
          user: null,
          fault: null,
          isNotEmulated: false,
          status: outgoing.writableFinished ? outgoing.statusCode : null,
          duration: performance.now() - start,
        });
      });
    },
  };
}

function toLogEntry({ hook, event, action, redelivery, status, status_code, duration }: DeliveryAttempt, at: Date) {
  return {
    at: at.toISOString(),
    event,
    action,
    redelivery,
    hook: hook.id,
    origin: new URL(hook.url).origin,
    status: status_code || null,
    problem: status_code === 0 ? status : null,
    duration: duration * 1000,
  };
}
