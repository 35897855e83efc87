import type { LoggedDelivery, LoggedRequest } from "../public.ts";

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
