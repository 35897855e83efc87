import type { IncomingMessage, ServerResponse } from "node:http";
import { type Dialect, wirePath } from "@forgehand/core/dialects";
import type { EmulatorContext } from "../emulator-context.ts";
import { usesOwnResponse } from "../faults/fault.ts";
import { findAccountById, getAccount } from "../state/accounts.ts";
import { getRepository } from "../state/repositories.ts";
import { teams } from "../state/teams.ts";
import { authenticate, type CallIdentity } from "./authenticate.ts";
import { hasBody } from "./body.ts";
import { createFaultHandler, type SentResult } from "./fault-handler.ts";
import type { Handler } from "./handler.ts";
import { SHADOWED_ROUTES } from "./not-emulated.ts";
import { API_PATH, type RequestTarget, UPLOADS_PATH } from "./request-target.ts";
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
  const findRoute = createRouteFinder(context, handlers);
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
    const { path, search, apiUrl, isUpload = false } = target;
    const { segments, match } = findRoute(method, pathSegments(path));
    const found = match?.target();
    const route = found?.isUpload === isUpload ? found : undefined;
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
      path: isUpload ? UPLOADS_PATH + path.slice(API_PATH.length) : path,
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

/** Paths that operations had before, by their routes, and that links in responses or published clients still have. */
const FORMER_PATHS: Readonly<Record<string, string>> = {
  // octokit.rb calls it.
  "GET /repos/{owner}/{repo}/git/ref/{ref}": "/repos/{owner}/{repo}/git/refs/{ref}",
  "POST /repos/{owner}/{repo}/hooks/{hook_id}/tests": "/repos/{owner}/{repo}/hooks/{hook_id}/test",
};

/** Creates the router of a method's operations. */
function createMethodRouter(dialect: Dialect, handlers: readonly Handler[], method: string) {
  const router = createRouter<() => ApiRoute | undefined>();
  for (const handler of handlers.filter(({ operation }) => operation.method === method)) {
    const { operation } = handler;
    const options = {
      isCatchAll: hasCatchAll(operation),
      matchesParams: createParamsMatcher(dialect, operation),
    };
    const route = lazyRoute(handler);
    const former = FORMER_PATHS[operation.route];
    for (const path of [operation.path, ...(former === undefined ? [] : [former])])
      router.add(wirePath(dialect, path), route, options);
  }
  for (const shadowed of SHADOWED_ROUTES) if (shadowed.method === method) router.add(shadowed.path, () => undefined);
  return router;
}

/** Creates the function that matches a call to its route and path parameters, with names in place of IDs. */
function createRouteFinder(context: EmulatorContext, handlers: readonly Handler[]) {
  const routers = new Map<string, Router<() => ApiRoute | undefined>>();
  // Created at a method's first call, so that the start doesn't wait for them.
  const routerOf = (method: string) => {
    const router = routers.get(method) ?? createMethodRouter(context.dialect, handlers, method);
    routers.set(method, router);
    return router;
  };
  return (method: string, received: readonly string[]) => {
    const router = routerOf(method);
    const segments = resolveIds(context, received);
    const match = router.find(segments);
    if (match || segments === received || segments[0] !== "organizations") return { segments, match };
    // A few operations have `/organizations/{org}` in their path. All others have `/orgs/{org}`.
    const named = ["orgs", ...segments.slice(1)];
    return { segments: named, match: router.find(named) };
  };
}

/** Returns the decoded segments of a path below the API root. */
function pathSegments(path: string): readonly string[] {
  const segments = segmentsOf(path.slice(API_PATH.length));
  return path.includes("%") ? segments.map(decodeSegment) : segments;
}

/** Translates addresses with IDs, which survive renames, to those with the current names. */
function resolveIds({ db }: EmulatorContext, segments: readonly string[]): readonly string[] {
  const [first, id = ""] = segments;
  if ((first !== "repositories" && first !== "organizations") || !isId(id)) return segments;
  const rest = segments.slice(2);
  if (first === "repositories") {
    const repository = getRepository(db, Number(id));
    return repository ? ["repos", getAccount(db, repository.owner_id).login, repository.name, ...rest] : segments;
  }
  const organization = findAccountById(db, Number(id));
  if (organization?.type !== "Organization") return segments;
  const [kind, teamId = "", ...below] = rest;
  if (kind !== "team" || !isId(teamId)) return [first, organization.login, ...rest];
  const team = teams.find(db, { id: Number(teamId) });
  if (team?.organization_id !== organization.id) return segments;
  return ["orgs", organization.login, "teams", team.slug, ...below];
}

const isId = (text: string) => /^\d{1,15}$/.test(text);
