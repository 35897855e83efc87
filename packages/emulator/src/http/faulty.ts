import type { ServerResponse } from "node:http";
import { expectedResponse, isSchema } from "@forgehand/core/contract";
import { isBodiless, keepsAnswer } from "../control/faults/fault.ts";
import type { MetFault } from "../control/faults/standing-faults.ts";
import { htmlText } from "../html-text.ts";
import type { Fault } from "../public.ts";
import type { World } from "../world.ts";
import { errorAnswer, type Sent } from "./answer.ts";
import { heldBack } from "./held.ts";
import { acceptedMedia } from "./media.ts";
import type { HeaderList, Respond } from "./respond.ts";
import type { Asked, Serve, Served } from "./serve.ts";
import { readUnread } from "./unread-body.ts";
import type { Known } from "./who-calls.ts";
import { wrongShape } from "./wrong-shape.ts";

/** What was sent of an answer; nothing where the connection was cut before it. */
export interface Misanswered {
  readonly status: number | null;
  readonly requestId: string | null;
}

/**
 * Makes what answers calls that a fault happens to. It stands in front of the service as a proxy does: of a call that is not
 * executed the service never hears, nor do its limits; of all others it does everything that it would have done.
 */
export function createFaulty(world: World, serve: Serve, respond: Respond) {
  /** The answer as it goes wrong. */
  function faultyAnswer(asked: Asked, { fault, before }: MetFault, served: Served | undefined): Served {
    if (fault.shape === "text") return { sent: pageOf(fault), headers: [] };
    if (fault.status !== undefined || !served) return { sent: errorOf(world, fault), headers: [] };
    if (fault.shape !== "wrong") return served;
    // Whoever kept it must not be told that it still holds.
    return { sent: wrongAnswer(world, asked, served.sent, before), headers: withoutValidators(served.headers) };
  }

  return async (asked: Asked, known: Known, met: MetFault, outgoing: ServerResponse): Promise<Misanswered> => {
    const { fault } = met;
    const served = fault.executed || keepsAnswer(fault) ? await serve(asked, known) : undefined;
    asked.body ??= await readUnread(asked.incoming);
    if (fault.delay) await heldBack(outgoing, fault.delay * 1000);
    if (fault.cut === "connection" || outgoing.destroyed) return cut(outgoing);
    const { sent, headers } = faultyAnswer(asked, met, served);
    if (fault.cut === undefined) return { status: sent.status, requestId: respond.with(outgoing, sent, headers) };
    // There is no half of nothing.
    if (sent.body.length < 2 || asked.incoming.method === "HEAD") return cut(outgoing);
    return { status: sent.status, requestId: respond.half(outgoing, sent, headers) };
  };
}

function cut(outgoing: ServerResponse): Misanswered {
  outgoing.destroy();
  return { status: null, requestId: null };
}

/** An answer of a fault's own. */
function errorOf(world: World, { status = 500, message, headers }: Fault): Sent {
  if (isBodiless(status)) return { status, body: "", headers: headers ?? {} };
  return errorAnswer(world, status, message ?? reasonOf(status), undefined, inLowerCase(headers));
}

/** A page of whatever stands in front of the service. */
function pageOf({ status = 200, message, headers }: Fault): Sent {
  const title = `${status} ${reasonOf(status)}`;
  const body = `<html>\n<head><title>${title}</title></head>\n<body>\n<h1>${htmlText(message ?? title)}</h1>\n</body>\n</html>\n`;
  return { status, body, headers: { "content-type": "text/html; charset=utf-8", ...inLowerCase(headers) } };
}

function reasonOf(status: number): string {
  return process.getBuiltinModule("node:http").STATUS_CODES[status] ?? "Unknown";
}

/** One of a name alone is left. */
function inLowerCase(headers: Fault["headers"] = {}): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

/** JSON, but not what the contract promises. @param turn which of the ways to go wrong it is */
function wrongAnswer({ dialect }: World, { incoming, route }: Asked, sent: Sent, turn: number): Sent {
  const media = route && acceptedMedia(dialect, route.definition, incoming.headers.accept ?? null);
  const expected = route && expectedResponse(route.definition, sent.status, media);
  if (isSchema(expected)) {
    return { ...sent, body: wrongShape(dialect, expected, Buffer.from(sent.body).toString(), turn) };
  }
  const { location: _, ...headers } = sent.headers;
  const status = isBodiless(sent.status) ? 200 : sent.status;
  return { status, body: '["unexpected"]', headers: { ...headers, "content-type": "application/json; charset=utf-8" } };
}

/** Headers without those that let an answer be compared with a later one. */
function withoutValidators(headers: HeaderList): HeaderList {
  const isValidator = (name: string | undefined) => name === "etag" || name === "last-modified";
  return headers.filter((_, index) => !isValidator(headers[index - (index % 2)]));
}
