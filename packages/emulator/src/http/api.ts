import type { IncomingMessage, ServerResponse } from "node:http";
import { wirePath } from "@forgehand/core/dialects";
import { getAccount } from "../state/accounts.ts";
import { getRepository } from "../state/repositories.ts";
import type { World } from "../world.ts";
import type { Handler } from "./call.ts";
import { createRespond } from "./respond.ts";
import { lazyRoute, type Route, takesSeveral } from "./route.ts";
import { createRouter, decodeSegment, type Router, segmentsOf } from "./router.ts";
import { createServe } from "./serve.ts";
import type { Target } from "./target.ts";

/** Where the API is. */
export const API_PATH = "/api/v3";

/** Answers a request to the API. */
export type Api = (incoming: IncomingMessage, outgoing: ServerResponse, target: Target) => Promise<void>;

/**
 * The API: every handler behind the gate, at its operation's route. It goes without a framework: what every call passes
 * through has to cost next to nothing, and start at once.
 */
export function createApi(world: World, handlers: readonly Handler[]): Api {
  const find = createFinder(world, handlers);
  const serve = createServe(world, handlers);
  const respond = createRespond(world);
  return async (incoming, outgoing, target) => {
    if (incoming.method === "OPTIONS") return respond.toPreflight(outgoing);
    const method = incoming.method === "HEAD" ? "GET" : (incoming.method ?? "");
    const { path, search } = target;
    const found = find(method, path);
    const route = found?.target();
    const { sent, headers } = await serve({ incoming, method, path, search, route, names: found?.names ?? {} });
    respond.with(outgoing, sent, headers);
  };
}

/** Makes what finds the route of a call, and what its path names. */
function createFinder(world: World, handlers: readonly Handler[]) {
  const routers = new Map<string, Router<() => Route>>();
  for (const handler of handlers) {
    const { operation } = handler;
    const router = routers.get(operation.method) ?? createRouter();
    routers.set(operation.method, router);
    router.add(wirePath(world.dialect, operation.path), lazyRoute(handler), takesSeveral(operation));
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
