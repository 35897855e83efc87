import type { ServerResponse } from "node:http";
import { expectedResponse, isSchema } from "@forgehand/core/contract";
import type { EmulatorContext } from "../emulator-context.ts";
import { escapeHtml } from "../escape-html.ts";
import { isBodiless, usesOwnResponse } from "../faults/fault.ts";
import type { TriggeredFault } from "../faults/fault-registry.ts";
import type { Fault } from "../public.ts";
import { type ApiResponse, errorResponse } from "./api-response.ts";
import type { CallIdentity } from "./authenticate.ts";
import { corruptBody } from "./corrupt-body.ts";
import { delayResponse } from "./delay-response.ts";
import { acceptedMedia } from "./media.ts";
import type { HeaderList, Responder } from "./responder.ts";
import type { RoutedRequest, Serve, ServedResponse } from "./serve.ts";
import { readUnreadBody } from "./unread-body.ts";

/** The part of a response that was sent; null if the connection was closed first. */
export interface SentResult {
  readonly status: number | null;
  readonly requestId: string | null;
}

/**
 * Creates the handler for calls affected by a fault. It acts like a proxy in front of the service: calls that are not
 * executed have no effects and don't count against rate limits, all others have their usual effects.
 */
export function createFaultHandler(context: EmulatorContext, serve: Serve, responder: Responder) {
  /** Returns the response as altered by the fault. */
  function faultyResponse(
    request: RoutedRequest,
    { fault, previousCount }: TriggeredFault,
    served: ServedResponse | undefined,
  ): ServedResponse {
    if (fault.shape === "text") return { sent: faultPage(fault), headers: [] };
    if (fault.status !== undefined || !served) return { sent: faultError(context, fault), headers: [] };
    if (fault.shape !== "wrong") return served;
    // With validators, clients would cache the altered response.
    return {
      sent: corruptedResponse(context, request, served.sent, previousCount),
      headers: withoutValidators(served.headers),
    };
  }

  return async (
    request: RoutedRequest,
    identity: CallIdentity,
    triggered: TriggeredFault,
    outgoing: ServerResponse,
  ): Promise<SentResult> => {
    const { fault } = triggered;
    const served = fault.executed || usesOwnResponse(fault) ? await serve(request, identity) : undefined;
    request.body ??= await readUnreadBody(request.incoming);
    if (fault.delay) await delayResponse(outgoing, fault.delay * 1000);
    if (fault.cut === "connection" || outgoing.destroyed) return cutConnection(outgoing);
    const { sent, headers } = faultyResponse(request, triggered, served);
    if (fault.cut === undefined) return { status: sent.status, requestId: responder.send(outgoing, sent, headers) };
    // A body this short can't be halved.
    if (sent.body.length < 2 || request.incoming.method === "HEAD") return cutConnection(outgoing);
    return { status: sent.status, requestId: responder.sendHalf(outgoing, sent, headers) };
  };
}

function cutConnection(outgoing: ServerResponse): SentResult {
  outgoing.destroy();
  return { status: null, requestId: null };
}

function faultError(context: EmulatorContext, { status = 500, message, headers }: Fault): ApiResponse {
  if (isBodiless(status)) return { status, body: "", headers: headers ?? {} };
  return errorResponse(context, status, message ?? reasonPhrase(status), undefined, lowerCaseNames(headers));
}

/** Returns an HTML error page, as sent by a proxy. */
function faultPage({ status = 200, message, headers }: Fault): ApiResponse {
  const title = `${status} ${reasonPhrase(status)}`;
  const body = `<html>\n<head><title>${title}</title></head>\n<body>\n<h1>${escapeHtml(message ?? title)}</h1>\n</body>\n</html>\n`;
  return { status, body, headers: { "content-type": "text/html; charset=utf-8", ...lowerCaseNames(headers) } };
}

function reasonPhrase(status: number): string {
  return process.getBuiltinModule("node:http").STATUS_CODES[status] ?? "Unknown";
}

/** Lower-cases header names, so that each name occurs once. */
function lowerCaseNames(headers: Fault["headers"] = {}): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

/**
 * Returns JSON that violates the contract.
 * @param variant selects the violation
 */
function corruptedResponse(
  { dialect }: EmulatorContext,
  { incoming, route }: RoutedRequest,
  sent: ApiResponse,
  variant: number,
): ApiResponse {
  const media = route && acceptedMedia(dialect, route.definition, incoming.headers.accept ?? null);
  const expected = route && expectedResponse(route.definition, sent.status, media);
  if (isSchema(expected)) {
    return { ...sent, body: corruptBody(dialect, expected, Buffer.from(sent.body).toString(), variant) };
  }
  const { location: _, ...headers } = sent.headers;
  const status = isBodiless(sent.status) ? 200 : sent.status;
  return { status, body: '["unexpected"]', headers: { ...headers, "content-type": "application/json; charset=utf-8" } };
}

/** Removes the validators from a list of headers. */
function withoutValidators(headers: HeaderList): HeaderList {
  const isValidator = (name: string | undefined) => name === "etag" || name === "last-modified";
  return headers.filter((_, index) => !isValidator(headers[index - (index % 2)]));
}
