import { randomUUID } from "node:crypto";
import { type AnyOperation, definitionOf, placeholdersOf } from "@forgehand/core/contract";
import { wirePath } from "@forgehand/core/dialects";
import * as catalogue from "@forgehand/core/operations";
import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { World } from "../world.ts";
import { errorBody, writeAnswer } from "./answer.ts";
import type { Caller, Handler } from "./call.ts";
import { accessHeaders, admit, checkEdition, checkVersion, identify } from "./gate.ts";
import { readInput } from "./input.ts";
import { collectLinks, readWindow } from "./paging.ts";
import { notFound, Refusal } from "./refusal.ts";

/** The largest body that the API reads. */
const LARGEST_BODY = 10 * 1024 * 1024;

/** The API: every handler behind the gate, at its operation's route. What has none yet says so, rather than "not found". */
export function createApi(world: World, handlers: readonly Handler[]): Hono {
  const app = new Hono();
  app.use(bodyLimit({ maxSize: LARGEST_BODY, onError: () => refuse(world, new Refusal(413, "Body is too large")) }));
  const served = new Map<string, Handler>(handlers.map((handler) => [handler.operation.route, handler]));
  for (const operation of literalsFirst(Object.values(catalogue))) {
    const handler = served.get(operation.route);
    app.on(operation.method, routesOf(world, operation), (context) =>
      handler ? serve(world, handler, context) : refuse(world, notServed(operation)),
    );
  }
  app.all("*", () => refuse(world, notFound()));
  app.onError((error, context) => {
    process.stderr.write(`${context.req.method} ${context.req.path}: ${error.stack ?? error.message}\n`);
    return refuse(world, new Refusal(500, "Server Error"));
  });
  return app;
}

/** An operation's path as the router writes it: one segment for each placeholder, unless it takes several, or none. */
function routesOf({ dialect }: World, operation: AnyOperation): string[] {
  const path = wirePath(dialect, operation.path);
  const several = `/{${definitionOf(operation).segments}}`;
  const routes = path.endsWith(several) ? [path.replace(several, ""), path.replace(several, "/:path{.+}")] : [path];
  return routes.map((route) => route.replace(/\/\{(\w+)\}/g, "/:$1"));
}

/** `/secrets/public-key` before `/secrets/{secret_name}`: a placeholder sorts after every literal. */
function literalsFirst(operations: readonly AnyOperation[]): AnyOperation[] {
  const key = ({ path }: AnyOperation) => path.replace(/\{\w+\}/g, "\uffff");
  return operations.toSorted((a, b) => (key(a) < key(b) ? -1 : 1));
}

function notServed({ route }: AnyOperation): Refusal {
  return new Refusal(501, `The emulator does not serve ${route} yet`);
}

async function serve(world: World, handler: Handler, context: Context): Promise<Response> {
  const { operation } = handler;
  const request = context.req.raw;
  const url = new URL(request.url);
  let caller: Caller | undefined;
  try {
    checkEdition(world, operation);
    checkVersion(world, request.headers);
    caller = identify(world, request.headers);
    const names = Object.fromEntries(
      placeholdersOf(operation.path).map((name) => [name, context.req.param(name) ?? ""]),
    );
    const admitted = admit(world, operation, caller, names);
    const input = readInput(world, operation, names, url.searchParams, await request.text());
    const window = readWindow(definitionOf(operation).paging, url.searchParams);
    const links = collectLinks(window);
    // The input was just held against this operation's contract.
    const output = await handler.answer(input as never, { world, ...admitted, window, links });
    const { status, body } = writeAnswer(world, operation, output);
    const link = links.header(new URL(`${world.apiUrl}${url.pathname.slice("/api/v3".length)}${url.search}`));
    return respond(world, status, body, {
      ...accessHeaders(world, operation, caller),
      ...(link === undefined ? {} : { link }),
    });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return refuse(world, error, caller ? accessHeaders(world, operation, caller) : {});
  }
}

function refuse(world: World, refusal: Refusal, headers: Record<string, string> = {}): Response {
  const body = errorBody(world, refusal.status, refusal.message, refusal.complaints);
  return respond(world, refusal.status, body, headers);
}

function respond(world: World, status: number, body: string, headers: Record<string, string>): Response {
  return new Response(body === "" ? null : body, {
    status,
    headers: {
      ...(body === "" ? {} : { "content-type": "application/json; charset=utf-8" }),
      "x-content-type-options": "nosniff",
      [world.dialect.headers.requestId]: randomUUID(),
      ...headers,
    },
  });
}
