import { Hono, type MiddlewareHandler } from "hono";
import { CONTROL_ROUTES } from "../../control/http/routes.ts";
import type { Control, EmulatorOptions } from "../../public.ts";
import type { World } from "../../world.ts";
import { protect } from "../protection.ts";
import { visitOf } from "../visit.ts";
import { reserveFor } from "./asker.ts";
import { startPage } from "./page.ts";
import { COPY_SCRIPT } from "./script.ts";
import { START_STYLE } from "./style.ts";

/** Beside what keeps every page to itself: it has tokens in it, so nobody keeps it, and no other origin's page holds on to it. */
const keepToItself: MiddlewareHandler = async (context, next) => {
  await next();
  const { headers } = context.res;
  headers.set("cache-control", "no-store");
  headers.set("referrer-policy", "same-origin");
  headers.set("cross-origin-opener-policy", "same-origin");
  headers.set("cross-origin-resource-policy", "same-origin");
};

const FILES = {
  "copy.js": ["text/javascript; charset=utf-8", COPY_SCRIPT],
  "start.css": ["text/css; charset=utf-8", START_STYLE],
} as const;

/** What a service was started with, as far as the page tells of it. */
export type StartOptions = Pick<EmulatorOptions, "control" | "data" | "limits" | "seed">;

/** The page at `/`, for who runs the service, and what it is made with. */
export function createStart(world: World, control: Pick<Control, "tokens">, options: StartOptions): Hono {
  const app = new Hono();
  app.get("/", keepToItself, protect, (context) => {
    const reserve = reserveFor(context, world.webUrl, options.control === "anyone");
    const routes = options.control ? CONTROL_ROUTES : [];
    const login = visitOf(world, context).user?.login ?? null;
    return context.html(startPage(world, { options, tokens: control.tokens(), routes, login, reserve }));
  });
  for (const [name, [type, text]] of Object.entries(FILES)) {
    const headers = { "content-type": type, "x-content-type-options": "nosniff", "cache-control": "no-cache" };
    app.get(`/_assets/${name}`, (context) => context.body(text, 200, headers));
  }
  return app;
}
