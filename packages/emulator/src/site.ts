import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { createControlRoutes } from "./control/http/routes.ts";
import type { Listener } from "./http/listener.ts";
import { ISSUER_PATH } from "./oidc/issuer.ts";
import { createOidcRoutes } from "./oidc/routes.ts";
import { createPages } from "./pages/pages.ts";
import { createStart, type StartOptions } from "./pages/start/start.ts";
import type { Control } from "./public.ts";
import type { World } from "./world.ts";

/** Everything beside the API: the pages, and the control API if it is to be served. */
export function createSite(world: World, control: Control, options: StartOptions): Listener {
  const app = new Hono();
  if (options.control) {
    const audience = { webUrl: world.webUrl, anyone: options.control === "anyone" };
    app.route("/_control", createControlRoutes(control, audience));
  }
  app.route(ISSUER_PATH, createOidcRoutes(world));
  app.route("/", createStart(world, control, options));
  app.route("/", createPages(world));
  return getRequestListener(app.fetch);
}
