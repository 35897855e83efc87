import { getConnInfo } from "@hono/node-server/conninfo";
import { type Context, Hono } from "hono";
import { redactPath } from "../../calls/redact-target.ts";
import type { Control } from "../../public.ts";
import { CALL_ROUTES } from "./calls.ts";
import { CLOCK_ROUTES } from "./clock.ts";
import { type ControlAccess, denyAccess } from "./control-access.ts";
import { ROUTE_DESCRIPTIONS } from "./descriptions.ts";
import { EVENT_ROUTES } from "./events.ts";
import { FAULT_ROUTES } from "./faults.ts";
import { INSPECTION_ROUTES } from "./inspection.ts";
import { JOB_ROUTES } from "./jobs.ts";
import { BodyTooLargeError, readJson } from "./request-body.ts";
import { BadRequestError, type ControlRoute } from "./route.ts";
import { RUNNER_ROUTES } from "./runners.ts";
import { STATE_ROUTES } from "./state.ts";
import { TOKEN_ROUTES } from "./tokens.ts";
import { TRANSITION_ROUTES } from "./transitions.ts";

/** All routes of the control API, below `/_control`. */
export const CONTROL_ROUTES: readonly ControlRoute[] = [
  ...STATE_ROUTES,
  ...CLOCK_ROUTES,
  ...TOKEN_ROUTES,
  ...RUNNER_ROUTES,
  ...JOB_ROUTES,
  ...FAULT_ROUTES,
  ...EVENT_ROUTES,
  ...TRANSITION_ROUTES,
  ...INSPECTION_ROUTES,
  ...CALL_ROUTES,
];

/**
 * Maximum body size in megabytes: above the 25 MB of an event; for the complete state, the maximum length of a string.
 */
const MAX_MEGABYTES = { state: 512, other: 32 } as const;

const RESPONSE_HEADERS = { "cache-control": "no-store", "x-content-type-options": "nosniff" };

/** Serves the control API over HTTP, for emulators that run as a process. */
export function createControlRoutes(control: Control, access: ControlAccess): Hono {
  const app = new Hono();
  app.use(async (context, next) => {
    for (const [name, value] of Object.entries(RESPONSE_HEADERS)) context.header(name, value);
    const headers = context.req.header();
    const denial = denyAccess({ headers, address: getConnInfo(context).remote.address ?? "" }, access);
    if (!denial) return next();
    if (denial.status === 401) context.header("www-authenticate", "Bearer");
    return context.json({ message: denial.message }, denial.status);
  });
  app.get("/", (context) => context.json({ routes: ROUTE_LIST }));
  for (const route of CONTROL_ROUTES) {
    app.on(route.method, route.path, (context) => handleRequest(control, route, context));
  }
  for (const path of ["/", ...new Set(CONTROL_ROUTES.map((route) => route.path))]) {
    app.all(path, (context) => respondToOtherMethod(context, path));
  }
  app.all("*", (context) => {
    const requestedRoute = `${context.req.method} ${context.req.path}`;
    return context.json(
      { message: `The control API has no ${requestedRoute}. See the list of routes.`, routes: ROUTE_LIST },
      404,
    );
  });
  app.onError((error, context) => {
    process.stderr.write(`${context.req.method} ${redactPath(context.req.path)}: ${error.stack}\n`);
    return context.json({ message: error.message }, 500);
  });
  return app;
}

/** All routes with their descriptions. */
const ROUTE_LIST: Readonly<Record<string, string>> = Object.fromEntries(
  CONTROL_ROUTES.map(({ method, path }) => [
    `${method} /_control${path}`,
    ROUTE_DESCRIPTIONS[`${method} ${path}`] ?? "",
  ]),
);

async function handleRequest(control: Control, route: ControlRoute, context: Context): Promise<Response> {
  try {
    const { raw } = context.req;
    const maxMegabytes = isStateRoute(route) ? MAX_MEGABYTES.state : MAX_MEGABYTES.other;
    const body = route.method === "GET" ? undefined : await readJson(raw, maxMegabytes);
    const output = await route.respond(control, { body, params: context.req.param() });
    return output === undefined ? context.body(null, 204) : context.json(output);
  } catch (error) {
    if (error instanceof BodyTooLargeError) return context.json({ message: error.message }, 413);
    if (error instanceof Error && isCallerError(route, error)) return context.json({ message: error.message }, 422);
    throw error;
  }
}

const isStateRoute = (route: ControlRoute) => STATE_ROUTES.includes(route);

/** Whether the caller can correct the error. Invalid seeds and snapshots throw a plain Error. */
function isCallerError(route: ControlRoute, error: Error): boolean {
  const isInvalidRequest = error instanceof BadRequestError || error instanceof RangeError;
  return isInvalidRequest || (isStateRoute(route) && error.constructor === Error);
}

/** Responds to an OPTIONS request or an unsupported method of an existing path. */
function respondToOtherMethod(context: Context, path: string): Response {
  const allowed = path === "/" ? ["GET"] : CONTROL_ROUTES.flatMap((route) => (route.path === path ? route.method : []));
  const allow = [...allowed, ...(allowed.includes("GET") ? ["HEAD"] : []), "OPTIONS"].join(", ");
  if (context.req.method === "OPTIONS") return context.body(null, 204, { allow });
  const message = `The method of ${context.req.path} must be ${allowed.join(", ")}, got ${context.req.method}.`;
  return context.json({ message }, 405, { allow });
}
