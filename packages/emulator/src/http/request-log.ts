import type { IncomingMessage, ServerResponse } from "node:http";
import type { EmulatorOptions, LoggedDelivery, LoggedRequest } from "../public.ts";
import type { SentDelivery, World } from "../world.ts";
import type { Target } from "./target.ts";

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

/** How a part of a line is to be seen. */
export type Paint = (style: "green" | "cyan" | "yellow" | "red" | "magenta" | "gray", text: string) => string;

const plainly: Paint = (_style, text) => text;

/** One line of the log. @param paint gives its parts their colours; default none */
export function logLine(told: LoggedRequest | LoggedDelivery, paint: Paint = plainly): string {
  return "method" in told ? requestLine(told, paint) : deliveryLine(told, paint);
}

/** A request as a line: what was asked, by whom, and how that went. */
function requestLine(told: LoggedRequest, paint: Paint): string {
  const { method, path, operation, status, fault } = told;
  const [outcome, trouble] = [status === null ? "cut" : String(status), fault === null ? "" : `fault ${fault}`];
  return inColumns(
    told,
    { outcome, who: callerOf(told), what: method, where: path, name: operation ?? "", trouble },
    paint,
  );
}

/** A webhook's delivery as a line, in the same columns. */
function deliveryLine(told: LoggedDelivery, paint: Paint): string {
  const { event, action, redelivery, status, problem } = told;
  const name = `${event}${action === null ? "" : `.${action}`}${redelivery ? " again" : ""}`;
  const [outcome, trouble] = [String(status ?? "---"), problem ?? ""];
  return inColumns(told, { outcome, who: `hook ${told.hook}`, what: "HOOK", where: told.origin, name, trouble }, paint);
}

interface Columns {
  readonly outcome: string;
  readonly who: string;
  readonly what: string;
  readonly where: string;
  readonly name: string;
  readonly trouble: string;
}

function inColumns(
  { at, status, duration }: LoggedRequest | LoggedDelivery,
  { outcome, who, what, where, name, trouble }: Columns,
  paint: Paint,
): string {
  const place = `${what.padEnd(6)} ${printable(where)}`;
  // What comes behind a path stands where it can, for paths are of any length.
  const behind = [
    ...(name === "" ? [] : [paint("gray", printable(name))]),
    ...(trouble === "" ? [] : [paint("magenta", printable(trouble))]),
  ];
  return [
    paint("gray", new Date(at).toISOString().slice(11, 23)),
    paint(styleOf(status), outcome),
    inMilliseconds(duration).padStart(9),
    printable(who).padEnd(12),
    behind.length === 0 ? place : place.padEnd(53),
    ...behind,
  ].join("  ");
}

/** Whom a call was for, and with which token where that is not the one that goes by the same name. */
function callerOf({ user, token }: LoggedRequest): string {
  if (user === null || token === null || user === token) return user ?? token ?? "-";
  return `${user} (${token})`;
}

function styleOf(status: number | null): Parameters<Paint>[0] {
  if (status === null || status >= 500) return "red";
  if (status >= 400) return "yellow";
  return status >= 300 ? "cyan" : "green";
}

function inMilliseconds(duration: number): string {
  return duration < 10_000 ? `${duration.toFixed(1)} ms` : `${(duration / 1000).toFixed(1)} s`;
}

/** What others chose is shown as text: nothing in it may steer a terminal or begin a line. */
const printable = (text: string) => text.replaceAll(/\p{Cc}|\p{Zl}|\p{Zp}/gu, "?");

/** What gives somebody something by being known, in the addresses that the service hands out. */
const SECRETS = new Set(["token", "mark", "code", "secret", "client_secret", "access_token", "password", "signature"]);

/** A query without the values that whoever has them may use. @param search with its question mark, or empty */
export function withoutSecrets(search: string): string {
  if (search === "") return "";
  const parts = search.slice(1).split("&");
  return `?${parts.map((part) => (SECRETS.has(nameOf(part)) ? `${part.split("=")[0]}=***` : part)).join("&")}`;
}

/** A parameter's name as the service reads it. */
function nameOf(part: string): string {
  const [[name] = [""]] = new URLSearchParams(part);
  return name.toLowerCase();
}
