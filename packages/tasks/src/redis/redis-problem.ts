import { Problem, toOneLine } from "../problem.ts";

/** Codes of errors of the network after which the server is tried again. */
const TEMPORARY_CODES = ["ECONNREFUSED", "ECONNRESET", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH", "ETIMEDOUT"];

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: "the connection was refused",
  ECONNRESET: "the connection was closed",
  ENOTFOUND: "the host name is unknown",
  EAI_AGAIN: "the host name could not be resolved",
  EPROTO: "it does not respond with TLS",
  ERR_SSL_WRONG_VERSION_NUMBER: "it does not respond with TLS",
};

/** An error that the server responded with, such as `NOAUTH Authentication required.` */
const REPLY = /^[A-Z]{2,} /;
/** Replies of a server that has started, but is not ready. */
const TEMPORARY_REPLY = /^(?:LOADING|BUSY|TRYAGAIN|MASTERDOWN) /;
const NO_LOGIN = /^(?:WRONGPASS|NOAUTH|ERR (?:AUTH|invalid password|Client sent AUTH))\b/;
/** Messages of the client's errors without a code. */
const LOST_CONNECTION = /^(?:Connection timeout|Socket (?:closed|timeout)|The client is |Disconnects client)/i;
const NO_WRITES = /^(?:READONLY|OOM|MISCONF|NOPERM|NOREPLICAS)\b/;

/** Whether an attempt to connect is worth repeating. */
export function isTemporary(error: unknown): boolean {
  const code = codeOf(error);
  if (code !== undefined) return TEMPORARY_CODES.includes(code);
  const message = messageOf(error);
  return !REPLY.test(message) || TEMPORARY_REPLY.test(message);
}

/** Describes an error of a Redis server. The message has its host and port, but no credentials. */
export function redisProblem(address: string, error: unknown): Problem {
  if (error instanceof Problem) return error;
  const message = messageOf(error);
  if (NO_LOGIN.test(message)) {
    return new Problem(
      `Redis at ${address} refused the user name or password of "redis-url": ${message} Special characters of a password must be percent-encoded there.`,
    );
  }
  if (NO_WRITES.test(message)) return new Problem(`Redis at ${address} refuses writes: ${message}`);
  if (REPLY.test(message)) return new Problem(`Redis at ${address} responded with an error: ${message}`);
  const code = codeOf(error);
  if (code === undefined && !LOST_CONNECTION.test(message)) {
    return new Problem(`Redis at ${address} can't be used: ${message}`);
  }
  const reason = (code === undefined ? undefined : REASONS[code]) ?? message;
  const detail = code === undefined || reason.includes(code) ? reason : `${reason} (${code})`;
  return new Problem(`Redis at ${address} can't be reached: ${withoutPeriod(detail)}.`);
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

/** Returns a message without the arguments of the command, which can be a password. */
function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return toOneLine(message.replace(/,? with args beginning with.*$/is, "."));
}

const withoutPeriod = (text: string) => text.replace(/\.$/, "");
