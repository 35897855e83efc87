import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { createControlRoutes } from "./control/routes.ts";
import type { Listener } from "./http/listener.ts";
import { createPages } from "./pages/pages.ts";
import type { Control } from "./public.ts";
import type { World } from "./world.ts";

/** Everything beside the API: the pages, and the control API if it is to be served. */
export function createSite(world: World, control: Control | undefined): Listener {
  const app = new Hono();
  if (control) app.route("/_control", createControlRoutes(control, world.webUrl));
  app.route("/", createPages(world));
  return getRequestListener(app.fetch);
}
