import type { IncomingMessage, ServerResponse } from "node:http";
import { wirePath } from "@forgehand/core/dialects";
import type { EmulatorContext } from "../emulator-context.ts";
import { usesOwnResponse } from "../faults/fault.ts";
import { getAccount } from "../state/accounts.ts";
import { getRepository } from "../state/repositories.ts";
import { getTeam } from "../state/teams.ts";
import { authenticate, type CallIdentity } from "./authenticate.ts";
import { hasBody } from "./body.ts";
import { createFaultHandler, type SentResult } from "./fault-handler.ts";
import type { Handler } from "./handler.ts";
import { SHADOWED_ROUTES } from "./not-emulated.ts";
import { API_PATH, type RequestTarget } from "./request-target.ts";
import { createResponder } from "./responder.ts";
import { type ApiRoute, createParamsMatcher, hasCatchAll, lazyRoute } from "./route.ts";
import { createRouter, decodeSegment, type Router, segmentsOf } from "./router.ts";
import { createServe, type RoutedRequest } from "./serve.ts";
import { readUnreadBody } from "./unread-body.ts";

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
    const { path, search, apiUrl } = target;
    const segments = pathSegments(context, path);
    const match = matchRoute(method, segments);
    const route = match?.target();
    const pendingIdentity = authenticate(context, incoming.headers.authorization);
    const identity = pendingIdentity instanceof Promise ? await pendingIdentity : pendingIdentity;
    const triggered = faults.hasFaults ? faults.match(route?.operation, identity.token?.name) : undefined;
    const isFullResponse = triggered !== undefined && usesOwnResponse(triggered.fault);
    const params = match?.params ?? {};
    const request: RoutedRequest = {
      incoming,
      method,
      path,
      search,
      apiUrl,
      segments,
      route,
      params,
      isFullResponse,
      body: undefined,
      isNotEmulated: false,
    };
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
      isNotEmulated: request.isNotEmulated,
    });
  };
}

/** Creates the function that matches a call to its route and path parameters. */
function createRouteMatcher({ dialect }: EmulatorContext, handlers: readonly Handler[]) {
  const routers = new Map<string, Router<() => ApiRoute | undefined>>();
  const routerOf = (method: string) => {
    const router = routers.get(method) ?? createRouter();
    routers.set(method, router);
    return router;
  };
  for (const handler of handlers) {
    const { operation } = handler;
    const options = {
      isCatchAll: hasCatchAll(operation),
      matchesParams: createParamsMatcher(dialect, operation),
    };
    routerOf(operation.method).add(wirePath(dialect, operation.path), lazyRoute(handler), options);
  }
  for (const { method, path } of SHADOWED_ROUTES) routerOf(method).add(path, () => undefined);
  return (method: string, segments: readonly string[]) => routers.get(method)?.find(segments);
}

/** Returns the decoded segments of a path below the API root. */
function pathSegments(context: EmulatorContext, path: string): readonly string[] {
  const segments = segmentsOf(path.slice(API_PATH.length));
  return resolveIds(context, path.includes("%") ? segments.map(decodeSegment) : segments);
}

/** Translates addresses with IDs, which survive renames, to those with the current names. */
function resolveIds({ db }: EmulatorContext, segments: readonly string[]): readonly string[] {
  const [first, id = "", ...rest] = segments;
  if ((first !== "repositories" && first !== "organizations") || !isId(id)) return segments;
  if (first === "repositories") {
    const repository = getRepository(db, Number(id));
    return repository ? ["repos", getAccount(db, repository.owner_id).login, repository.name, ...rest] : segments;
  }
  const [kind, teamId = "", ...below] = rest;
  const team = kind === "team" && isId(teamId) ? getTeam(db, Number(teamId)) : undefined;
  if (team?.organization_id !== Number(id)) return segments;
  return ["orgs", getAccount(db, team.organization_id).login, "teams", team.slug, ...below];
}

const isId = (text: string) => /^\d{1,15}$/.test(text);
