import { DIALECTS } from "@forgehand/core/dialects";
import { choose } from "./choice.ts";
import { createClock } from "./clock.ts";
import { createControl } from "./control/control.ts";
import { createDispatcher } from "./deliveries/dispatcher.ts";
import { EDITIONS } from "./editions.ts";
import { createApi } from "./http/api.ts";
import { createListener } from "./http/listener.ts";
import { startLimits } from "./limits/start.ts";
import { createServer } from "./node-http.ts";
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
  const limits = await startLimits(options.limits ?? "off");
  const clock = createClock(options.now);
  const { now } = clock;
  const db = openDatabase(SCHEMA);
  const tokens = await startFrom(options.seed ?? "demo", db, dialect, now()).catch((error: unknown) => {
    db.close();
    throw error;
  });
  const deliveries = createDispatcher(db, dialect, now, edition);
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.listen(options.port ?? 0, host, resolve).on("error", (error) => {
      db.close();
      reject(error);
    });
  });
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : options.port;
  const webUrl = `http://${host.includes(":") ? `[${host}]` : host}:${port}`;

  const world: World = { db, dialect, edition, webUrl, apiUrl: `${webUrl}/api/v3`, clock, now, deliveries, limits };
  const control = createControl(world);
  const loadSite = async () => (await import("./site.ts")).createSite(world, options.control ? control : undefined);
  server.on("request", createListener(createApi(world, HANDLERS), loadSite, options.log));

  let stopped: Promise<void> | undefined;
  async function stop(): Promise<void> {
    await deliveries.close();
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
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
