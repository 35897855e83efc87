import type { IncomingMessage, ServerResponse } from "node:http";
import { wirePath } from "@forgehand/core/dialects";
import { keepsAnswer } from "../control/faults/fault.ts";
import { getAccount } from "../state/accounts.ts";
import { getRepository } from "../state/repositories.ts";
import type { World } from "../world.ts";
import { hasBody } from "./body.ts";
import type { Handler } from "./call.ts";
import { createFaulty, type Misanswered } from "./faulty.ts";
import { createRespond } from "./respond.ts";
import { fitting, lazyRoute, type Route, takesSeveral } from "./route.ts";
import { createRouter, decodeSegment, type Router, segmentsOf } from "./router.ts";
import { type Asked, createServe } from "./serve.ts";
import type { Target } from "./target.ts";
import { readUnread } from "./unread-body.ts";
import { type Known, whoCalls } from "./who-calls.ts";

/** Where the API is. */
export const API_PATH = "/api/v3";

/** Answers a request to the API. */
export type Api = (incoming: IncomingMessage, outgoing: ServerResponse, target: Target) => Promise<void>;

/**
 * The API: every handler behind the gate, at its operation's route. It goes without a framework: what every call passes
 * through has to cost next to nothing, and start at once.
 */
export function createApi(world: World, handlers: readonly Handler[]): Api {
  const { faults, calls, now, traffic } = world;
  const find = createFinder(world, handlers);
  const serve = createServe(world, handlers);
  const respond = createRespond(world);
  const faulty = createFaulty(world, serve, respond);

  async function answer(asked: Asked, known: Known, outgoing: ServerResponse): Promise<Misanswered> {
    const { sent, headers } = await serve(asked, known);
    if (asked.body === undefined && hasBody(asked.incoming)) asked.body = await readUnread(asked.incoming);
    return { status: sent.status, requestId: respond.with(outgoing, sent, headers) };
  }

  return async (incoming, outgoing, target) => {
    if (incoming.method === "OPTIONS") return respond.toPreflight(outgoing);
    const id = calls.begin();
    const at = now().getTime();
    const start = performance.now();
    traffic.call(start);
    const method = incoming.method === "HEAD" ? "GET" : (incoming.method ?? "");
    const { path, search } = target;
    const found = find(method, path);
    const route = found?.target();
    const told = whoCalls(world, incoming.headers.authorization);
    const known = told instanceof Promise ? await told : told;
    const met = faults.any ? faults.meet(route?.operation, known.token?.name) : undefined;
    const inFull = met !== undefined && keepsAnswer(met.fault);
    const names = found?.names ?? {};
    const asked: Asked = { incoming, method, path, search, route, names, inFull, body: undefined };
    const { status, requestId } = await (met ? faulty(asked, known, met, outgoing) : answer(asked, known, outgoing));
    // Every field by itself: what puts them together in groups takes time on every call.
    calls.add({
      id,
      at,
      method: incoming.method ?? "",
      path,
      search,
      operation: route?.operation,
      token: known.token,
      isApp: known.caller.app !== undefined,
      user: known.caller.user?.login ?? null,
      body: asked.body,
      status,
      duration: performance.now() - start,
      requestId,
      fault: met?.id ?? null,
    });
  };
}

/** Makes what finds the route of a call, and what its path names. */
function createFinder(world: World, handlers: readonly Handler[]) {
  const routers = new Map<string, Router<() => Route>>();
  for (const handler of handlers) {
    const { operation } = handler;
    const router = routers.get(operation.method) ?? createRouter();
    routers.set(operation.method, router);
    const ending = { several: takesSeveral(operation), fits: fitting(world.dialect, operation) };
    router.add(wirePath(world.dialect, operation.path), lazyRoute(handler), ending);
  }
  return (method: string, path: string) => {
    const segments = segmentsOf(path.slice(API_PATH.length));
    const decoded = path.includes("%") ? segments.map(decodeSegment) : segments;
    return routers.get(method)?.find(byName(world, decoded));
  };
}

/** What is asked of a repository by its number, which a new name doesn't change, is asked of it by its name. */
function byName({ db }: World, segments: readonly string[]): readonly string[] {
  const [first, id = "", ...rest] = segments;
  if (first !== "repositories" || !/^\d{1,15}$/.test(id)) return segments;
  const repository = getRepository(db, Number(id));
  if (!repository) return segments;
  return ["repos", getAccount(db, repository.owner_id).login, repository.name, ...rest];
}
