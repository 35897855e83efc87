import type { IncomingMessage, ServerResponse } from "node:http";
import { wirePath } from "@forgehand/core/dialects";
import type { EmulatorContext } from "../emulator-context.ts";
import { usesOwnResponse } from "../faults/fault.ts";
import { getAccount } from "../state/accounts.ts";
import { getRepository } from "../state/repositories.ts";
import { authenticate, type CallIdentity } from "./authenticate.ts";
import { hasBody } from "./body.ts";
import { createFaultHandler, type SentResult } from "./fault-handler.ts";
import type { Handler } from "./handler.ts";
import type { RequestTarget } from "./request-target.ts";
import { createResponder } from "./responder.ts";
import { type ApiRoute, createParamsMatcher, hasCatchAll, lazyRoute } from "./route.ts";
import { createRouter, decodeSegment, type Router, segmentsOf } from "./router.ts";
import { createServe, type RoutedRequest } from "./serve.ts";
import { readUnreadBody } from "./unread-body.ts";

/** Path of the API root. */
export const API_PATH = "/api/v3";

export type ApiHandler = (incoming: IncomingMessage, outgoing: ServerResponse, target: RequestTarget) => Promise<void>;

/**
 * Creates the API, which authorizes each call and passes it to its operation's handler. It uses no web framework,
 * because a framework would slow down the start and every call.
 */
export function createApi(context: EmulatorContext, handlers: readonly Handler[]): ApiHandler {
  const { faults, calls, now, traffic } = context;
  const matchRoute = createRouteMatcher(context, handlers);
  const serve = createServe(context, handlers);
  const responder = createResponder(context);
  const handleFaulty = createFaultHandler(context, serve, responder);

  async function sendResponse(
    request: RoutedRequest,
    identity: CallIdentity,
    outgoing: ServerResponse,
  ): Promise<SentResult> {
    const { sent, headers } = await serve(request, identity);
    if (request.body === undefined && hasBody(request.incoming)) request.body = await readUnreadBody(request.incoming);
    return { status: sent.status, requestId: responder.send(outgoing, sent, headers) };
  }

  return async (incoming, outgoing, target) => {
    if (incoming.method === "OPTIONS") return responder.sendPreflight(outgoing);
    const id = calls.nextId();
    const at = now().getTime();
    const start = performance.now();
    traffic.recordCall(start);
    const method = incoming.method === "HEAD" ? "GET" : (incoming.method ?? "");
    const { path, search } = target;
    const match = matchRoute(method, path);
    const route = match?.target();
    const pendingIdentity = authenticate(context, incoming.headers.authorization);
    const identity = pendingIdentity instanceof Promise ? await pendingIdentity : pendingIdentity;
    const triggered = faults.hasFaults ? faults.match(route?.operation, identity.token?.name) : undefined;
    const isFullResponse = triggered !== undefined && usesOwnResponse(triggered.fault);
    const params = match?.params ?? {};
    const request: RoutedRequest = { incoming, method, path, search, route, params, isFullResponse, body: undefined };
    const { status, requestId } = await (triggered
      ? handleFaulty(request, identity, triggered, outgoing)
      : sendResponse(request, identity, outgoing));
    // Field by field, because object spreads are measurable on every call.
    calls.add({
      id,
      at,
      method: incoming.method ?? "",
      path,
      search,
      operation: route?.operation,
      token: identity.token,
      isApp: identity.caller.app !== undefined,
      user: identity.caller.user?.login ?? null,
      body: request.body,
      status,
      duration: performance.now() - start,
      requestId,
      fault: triggered?.id ?? null,
    });
  };
}

/** Creates the function that matches a call to its route and path parameters. */
function createRouteMatcher(context: EmulatorContext, handlers: readonly Handler[]) {
  const routers = new Map<string, Router<() => ApiRoute>>();
  for (const handler of handlers) {
    const { operation } = handler;
    const router = routers.get(operation.method) ?? createRouter();
    routers.set(operation.method, router);
    const options = {
      isCatchAll: hasCatchAll(operation),
      matchesParams: createParamsMatcher(context.dialect, operation),
    };
    router.add(wirePath(context.dialect, operation.path), lazyRoute(handler), options);
  }
  return (method: string, path: string) => {
    const segments = segmentsOf(path.slice(API_PATH.length));
    const decoded = path.includes("%") ? segments.map(decodeSegment) : segments;
    return routers.get(method)?.find(resolveRepositoryId(context, decoded));
  };
}

/** Translates `/repositories/{id}`, which survives renames, to the repository's current name. */
function resolveRepositoryId({ db }: EmulatorContext, segments: readonly string[]): readonly string[] {
  const [first, id = "", ...rest] = segments;
  if (first !== "repositories" || !/^\d{1,15}$/.test(id)) return segments;
  const repository = getRepository(db, Number(id));
  if (!repository) return segments;
  return ["repos", getAccount(db, repository.owner_id).login, repository.name, ...rest];
}
