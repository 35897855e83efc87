import type { LoggedDelivery, LoggedRequest } from "../public.ts";

/** Applies a color to a part of a log line. */
export type Paint = (style: "green" | "cyan" | "yellow" | "red" | "magenta" | "gray", text: string) => string;

const noColor: Paint = (_style, text) => text;

/**
 * Formats a log entry as one line.
 * @param paint colors its parts; default no colors
 */
export function logLine(entry: LoggedRequest | LoggedDelivery, paint: Paint = noColor): string {
  return "method" in entry ? requestLine(entry, paint) : deliveryLine(entry, paint);
}

/** Formats a request: what was requested, by whom, and the outcome. */
function requestLine(entry: LoggedRequest, paint: Paint): string {
  const { method, path, operation, status, fault, isNotEmulated } = entry;
  const outcome = status === null ? "cut" : String(status);
  const problemText = isNotEmulated ? "not emulated" : fault === null ? "" : `fault ${fault}`;
  return formatColumns(
    entry,
    { outcome, caller: callerName(entry), method, target: path, name: operation ?? "", problem: problemText },
    paint,
  );
}

/** Formats a webhook delivery in the same columns. */
function deliveryLine(entry: LoggedDelivery, paint: Paint): string {
  const { event, action, redelivery, status, problem } = entry;
  const name = `${event}${action === null ? "" : `.${action}`}${redelivery ? " again" : ""}`;
  const [outcome, problemText] = [String(status ?? "---"), problem ?? ""];
  return formatColumns(
    entry,
    { outcome, caller: `hook ${entry.hook}`, method: "HOOK", target: entry.origin, name, problem: problemText },
    paint,
  );
}

interface Columns {
  readonly outcome: string;
  readonly caller: string;
  readonly method: string;
  readonly target: string;
  readonly name: string;
  readonly problem: string;
}

function formatColumns(
  { at, status, duration }: LoggedRequest | LoggedDelivery,
  { outcome, caller, method, target, name, problem }: Columns,
  paint: Paint,
): string {
  const methodAndTarget = `${method.padEnd(6)} ${printable(target)}`;
  // The suffixes are not aligned after long paths.
  const suffixes = [
    ...(name === "" ? [] : [paint("gray", printable(name))]),
    ...(problem === "" ? [] : [paint("magenta", printable(problem))]),
  ];
  return [
    paint("gray", new Date(at).toISOString().slice(11, 23)),
    paint(styleOf(status), outcome),
    formatDuration(duration).padStart(9),
    printable(caller).padEnd(12),
    suffixes.length === 0 ? methodAndTarget : methodAndTarget.padEnd(53),
    ...suffixes,
  ].join("  ");
}

/** Returns the user's name, with the token's name if that differs. */
function callerName({ user, token }: LoggedRequest): string {
  if (user === null || token === null || user === token) return user ?? token ?? "-";
  return `${user} (${token})`;
}

function styleOf(status: number | null): Parameters<Paint>[0] {
  if (status === null || status >= 500) return "red";
  if (status >= 400) return "yellow";
  return status >= 300 ? "cyan" : "green";
}

function formatDuration(duration: number): string {
  return duration < 10_000 ? `${duration.toFixed(1)} ms` : `${(duration / 1000).toFixed(1)} s`;
}

/**
 * Replaces control characters and line breaks in untrusted text, so that it can't affect the terminal or fake log
 * lines.
 */
const printable = (text: string) => text.replaceAll(/\p{Cc}|\p{Zl}|\p{Zp}/gu, "?");
