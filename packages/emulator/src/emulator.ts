import { DIALECTS } from "@forgehand/core/dialects";
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { choose } from "./choice.ts";
import { createClock } from "./clock.ts";
import { createControl, createControlRoutes } from "./control/control.ts";
import { createDispatcher } from "./deliveries/dispatcher.ts";
import { EDITIONS } from "./editions.ts";
import { createApi } from "./http/api.ts";
import { createPages } from "./pages/pages.ts";
import type { Emulator, EmulatorOptions } from "./public.ts";
import { HANDLERS } from "./resources/index.ts";
import { startFrom } from "./seed/start.ts";
import { openDatabase } from "./state/database.ts";
import { SCHEMA } from "./state/schema.ts";
import type { World } from "./world.ts";

/**
 * Starts a service of its own: state in memory, API under `/api/v3`, pages at `/`.
 * @throws RangeError on an option that there is no such choice for, and the listener's error where the port is taken
 */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const host = options.host ?? "127.0.0.1";
  const dialect = DIALECTS[choose("dialect", options.dialect ?? "github", DIALECTS)];
  const edition = choose("edition", options.edition ?? "all", EDITIONS);
  const clock = createClock(options.now);
  const { now } = clock;
  const db = openDatabase(SCHEMA);
  const tokens = await startFrom(options.seed ?? "demo", db, dialect, now()).catch((error: unknown) => {
    db.close();
    throw error;
  });
  const deliveries = createDispatcher(db, dialect, now);
  const app = new Hono();
  const server = await new Promise<ReturnType<typeof serve>>((resolve, reject) => {
    const listening = serve({ fetch: app.fetch, port: options.port ?? 0, hostname: host }, () => resolve(listening));
    listening.on("error", (error) => {
      db.close();
      reject(error);
    });
  });
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : options.port;
  const webUrl = `http://${host.includes(":") ? `[${host}]` : host}:${port}`;

  const world: World = { db, dialect, edition, webUrl, apiUrl: `${webUrl}/api/v3`, clock, now, deliveries };
  const control = createControl(world);
  const { log } = options;
  if (log) {
    app.use(async (context, next) => {
      await next();
      log(`${context.res.status} ${context.req.method} ${context.req.path}`);
    });
  }
  app.route("/api/v3", createApi(world, HANDLERS));
  if (options.control) app.route("/_control", createControlRoutes(control, webUrl));
  app.route("/", createPages(world));

  let stopped: Promise<void> | undefined;
  async function stop(): Promise<void> {
    await deliveries.close();
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
      if ("closeAllConnections" in server) server.closeAllConnections();
    });
    db.close();
  }

  return {
    apiUrl: world.apiUrl,
    webUrl,
    tokens,
    control,
    stop: () => {
      stopped ??= stop();
      return stopped;
    },
  };
}
