import { getConnInfo } from "@hono/node-server/conninfo";
import { type Context, Hono } from "hono";
import type { Control } from "../../public.ts";
import { ABOUT } from "./about.ts";
import { type Audience, whyRefused } from "./audience.ts";
import { CALL_ROUTES } from "./calls.ts";
import { CLOCK_ROUTES } from "./clock.ts";
import { EVENT_ROUTES } from "./events.ts";
import { FAULT_ROUTES } from "./faults.ts";
import { JOB_ROUTES } from "./jobs.ts";
import { KNOWN_ROUTES } from "./known.ts";
import { readJson, TooLarge } from "./request-body.ts";
import { BadRequest, type ControlRoute } from "./route.ts";
import { RUNNER_ROUTES } from "./runners.ts";
import { STATE_ROUTES } from "./state.ts";
import { TOKEN_ROUTES } from "./tokens.ts";
import { TRANSITION_ROUTES } from "./transitions.ts";

/** All that the control API is asked, below `/_control`. */
export const CONTROL_ROUTES: readonly ControlRoute[] = [
  ...[...STATE_ROUTES, ...CLOCK_ROUTES, ...TOKEN_ROUTES, ...RUNNER_ROUTES, ...JOB_ROUTES, ...FAULT_ROUTES],
  ...[...EVENT_ROUTES, ...TRANSITION_ROUTES, ...KNOWN_ROUTES, ...CALL_ROUTES],
];

/** How much a body may be, in megabytes: more than an event's 25; of the whole state, all that a text can be. */
const MOST = { state: 512, other: 32 } as const;

const HEADERS = { "cache-control": "no-store", "x-content-type-options": "nosniff" };

/** The same over HTTP, for who runs the service as a process. */
export function createControlRoutes(control: Control, audience: Audience): Hono {
  const app = new Hono();
  app.use(async (context, next) => {
    for (const [name, value] of Object.entries(HEADERS)) context.header(name, value);
    const headers = context.req.header();
    const refused = whyRefused({ headers, address: getConnInfo(context).remote.address ?? "" }, audience);
    return refused === undefined ? next() : context.json({ message: refused }, 403);
  });
  app.get("/", (context) => context.json({ routes: LIST }));
  for (const route of CONTROL_ROUTES) {
    app.on(route.method, route.path, (context) => answer(control, route, context));
  }
  for (const path of ["/", ...new Set(CONTROL_ROUTES.map((route) => route.path))]) {
    app.all(path, (context) => refuseMethod(context, path));
  }
  app.all("*", (context) => {
    const asked = `${context.req.method} ${context.req.path}`;
    return context.json({ message: `The control API has no ${asked}: see what it has.`, routes: LIST }, 404);
  });
  app.onError((error, context) => {
    process.stderr.write(`${context.req.method} ${context.req.path}: ${error.stack}\n`);
    return context.json({ message: error.message }, 500);
  });
  return app;
}

/** What there is, with a line about each. */
const LIST: Readonly<Record<string, string>> = Object.fromEntries(
  CONTROL_ROUTES.map(({ method, path }) => [`${method} /_control${path}`, ABOUT[`${method} ${path}`] ?? ""]),
);

async function answer(control: Control, route: ControlRoute, context: Context): Promise<Response> {
  try {
    const { raw } = context.req;
    const most = isOfState(route) ? MOST.state : MOST.other;
    const body = route.method === "GET" ? undefined : await readJson(raw, most);
    const output = await route.answer(control, { body, names: context.req.param() });
    return output === undefined ? context.body(null, 204) : context.json(output);
  } catch (error) {
    if (error instanceof TooLarge) return context.json({ message: error.message }, 413);
    if (error instanceof Error && isRefusal(route, error)) return context.json({ message: error.message }, 422);
    throw error;
  }
}

const isOfState = (route: ControlRoute) => STATE_ROUTES.includes(route);

/** Something that the caller can put right. A seed or a snapshot that is wrong is told of with a plain error. */
function isRefusal(route: ControlRoute, error: Error): boolean {
  const isTold = error instanceof BadRequest || error instanceof RangeError;
  return isTold || (isOfState(route) && error.constructor === Error);
}

/** A path that is there is asked for in a way that it isn't there, or asked which ways there are. */
function refuseMethod(context: Context, path: string): Response {
  const own = path === "/" ? ["GET"] : CONTROL_ROUTES.flatMap((route) => (route.path === path ? route.method : []));
  const allow = [...own, ...(own.includes("GET") ? ["HEAD"] : []), "OPTIONS"].join(", ");
  if (context.req.method === "OPTIONS") return context.body(null, 204, { allow });
  const message = `${context.req.path} takes ${own.join(", ")}, and not ${context.req.method}.`;
  return context.json({ message }, 405, { allow });
}
