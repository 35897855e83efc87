import { type AnyOperation, definitionOf, placeholdersOf } from "@forgehand/core/contract";
import { wirePath } from "@forgehand/core/dialects";
import * as catalogue from "@forgehand/core/operations";
import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { getAccount } from "../state/accounts.ts";
import { getRepository } from "../state/repositories.ts";
import type { World } from "../world.ts";
import { errorAnswer, type Sent, writeAnswer } from "./answer.ts";
import { type Caller, type Handler, NOBODY } from "./call.ts";
import { identify } from "./credentials.ts";
import { accessHeaders, admit, checkEdition, checkRetired, checkVersion } from "./gate.ts";
import { readInput } from "./input.ts";
import { acceptedMedia } from "./media.ts";
import { observe } from "./observed.ts";
import { collectLinks, readWindow } from "./paging.ts";
import { notFound, Refusal } from "./refusal.ts";
import { respond } from "./respond.ts";

const MEGABYTE = 1024 * 1024;

/** The largest body that the API reads; of a file's contents 100 MB, which are sent in base64. */
const largestBody = (operation: AnyOperation) => (definitionOf(operation).segments ? 140 : 10) * MEGABYTE;

/** The API: every handler behind the gate, at its operation's route. */
export function createApi(world: World, handlers: readonly Handler[]): Hono {
  const app = new Hono();
  const onError = () => refuse(world, new Refusal(413, "Body is too large"));
  const served = new Map<string, Handler>(handlers.map((handler) => [handler.operation.route, handler]));
  for (const operation of literalsFirst(Object.values(catalogue))) {
    const handler = served.get(operation.route);
    const route = handler && { handler, placeholders: placeholdersOf(operation.path) };
    const limit = bodyLimit({ maxSize: largestBody(operation), onError });
    app.on(operation.method, routesOf(world, operation), limit, (context) =>
      route ? serve(world, route, context) : refuse(world, notServed(operation)),
    );
  }
  app.all("/repositories/:id{[0-9]+}/*", (context) => serveById(world, app, context));
  app.all("*", () => refuse(world, notFound()));
  app.onError((error, context) => {
    process.stderr.write(`${context.req.method} ${context.req.path}: ${error.stack ?? error.message}\n`);
    return refuse(world, new Refusal(500, "Server Error"));
  });
  return app;
}

/** What is known of a route before anybody calls it. */
interface Route {
  readonly handler: Handler;
  readonly placeholders: readonly string[];
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

async function serve(world: World, { handler, placeholders }: Route, context: Context): Promise<Response> {
  const { operation } = handler;
  const { headers } = context.req.raw;
  const { search } = new URL(context.req.url);
  const definition = definitionOf(operation);
  let caller: Caller = NOBODY;
  try {
    checkEdition(world, operation);
    checkVersion(world, headers);
    checkRetired(world, operation);
    caller = await identify(world, headers.get("authorization"));
    const names = Object.fromEntries(placeholders.map((name) => [name, context.req.param(name) ?? ""]));
    const named = admit(world, operation, caller, names);
    const query = new URLSearchParams(search);
    const input = readInput(world, operation, names, query, operation.method === "GET" ? "" : await context.req.text());
    const window = readWindow(definition.paging, query);
    const links = collectLinks(definition.paging, window);
    const media = acceptedMedia(world.dialect, definition, headers.get("accept"));
    // The input was just held against this operation's contract.
    const answer = await handler.answer(input as never, { world, caller, ...named, window, links, media });
    const sent = writeAnswer(world, operation, answer, media);
    observe({ operation, dialect: world.dialect, media, sent });
    const link = links.header(`${world.webUrl}${context.req.path}${search}`);
    return respond(world, sent, {
      ...accessHeaders(world, operation, caller),
      ...(link === undefined ? {} : { link }),
    });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const refusal = error.headers["location"] === undefined ? error : byId(world, context, error);
    const sent = refusalAnswer(world, refusal);
    observe({ operation, dialect: world.dialect, media: undefined, sent });
    return respond(world, sent, caller === NOBODY ? {} : accessHeaders(world, operation, caller));
  }
}

/** A refusal that names a repository's number leads to the same thing under that number. */
function byId(world: World, context: Context, refusal: Refusal): Refusal {
  const location = refusal.headers["location"] ?? "";
  if (!/^\d+$/.test(location)) return refusal;
  const url = new URL(context.req.url);
  const rest = url.pathname.replace(/^\/api\/v3\/repos\/[^/]+\/[^/]+/, "");
  return new Refusal(refusal.status, refusal.message, refusal.complaints, {
    location: `${world.apiUrl}/repositories/${location}${rest}${url.search}`,
  });
}

/** The same routes by a repository's number, which a new name doesn't change. */
function serveById(world: World, app: Hono, context: Context): Response | Promise<Response> {
  const repository = getRepository(world.db, Number(context.req.param("id")));
  if (!repository) return refuse(world, notFound());
  const url = new URL(context.req.url);
  const rest = url.pathname.replace(/^\/api\/v3\/repositories\/\d+/, "").replace(/\/$/, "");
  const address = `/repos/${getAccount(world.db, repository.owner_id).login}/${repository.name}`;
  return app.fetch(new Request(new URL(`${address}${rest}${url.search}`, url.origin), context.req.raw));
}

function refuse(world: World, refusal: Refusal): Response {
  return respond(world, refusalAnswer(world, refusal), {});
}

function refusalAnswer(world: World, { status, message, complaints, headers }: Refusal): Sent {
  return errorAnswer(world, status, message, complaints, headers);
}
