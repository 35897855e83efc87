import { DIALECTS } from "@forgehand/core/dialects";
import { choose, chooseSeconds } from "./choice.ts";
import { createClock } from "./clock.ts";
import { createCallLog } from "./control/calls/call-log.ts";
import { createControl } from "./control/control.ts";
import { createFaults } from "./control/faults/standing-faults.ts";
import type { Start } from "./control/state.ts";
import { createDispatcher } from "./deliveries/dispatcher.ts";
import { EDITIONS } from "./editions.ts";
import { createApi } from "./http/api.ts";
import { createListener } from "./http/listener.ts";
import { createRequestLog } from "./http/request-log.ts";
import { startLimits } from "./limits/start.ts";
import { createServer } from "./node-http.ts";
import { originAt, readOrigin } from "./origin.ts";
import type { Emulator, EmulatorOptions } from "./public.ts";
import { HANDLERS } from "./resources/index.ts";
import { startState } from "./start-state.ts";
import { createTicker } from "./ticker.ts";
import { createTraffic } from "./traffic.ts";
import type { World } from "./world.ts";

/**
 * Starts a service of its own: API under `/api/v3`, pages at `/`.
 * @throws RangeError on an option that there is no such choice for, Error in one line on a seed or a file that can't be used,
 * and the listener's error where the port is taken
 */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const host = options.host ?? "127.0.0.1";
  const url = options.url === undefined ? undefined : readOrigin("url", options.url);
  const dialectName = choose("dialect", options.dialect ?? "github", DIALECTS);
  const dialect = DIALECTS[dialectName];
  const edition = choose("edition", options.edition ?? "all", EDITIONS);
  const { hookTimeout } = options;
  const timeout = hookTimeout === undefined ? undefined : chooseSeconds("hookTimeout", hookTimeout, 3600);
  const limits = await startLimits(options.limits ?? "off");
  const clock = createClock(options.now);
  const { now } = clock;
  const start: Start = { seed: options.seed ?? "demo", dialect: dialectName };
  const { db, tokens } = await startState(options.data, start, clock);
  const traffic = createTraffic();
  const deliveries = createDispatcher(db, dialect, now, {
    ...{ edition, timeout },
    quiet: traffic.quiet,
  });
  const server = createServer();
  // Node closes idle connections after five seconds. In a process that was busy for longer, it cuts those of new requests.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve, reject) => {
    server.listen(options.port ?? 0, host, resolve).on("error", (error) => {
      db.close();
      reject(error);
    });
  });
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : options.port;
  const webUrl = url ?? originAt(host, Number(port));

  const world: World = {
    ...{ db, dialect, edition, webUrl, apiUrl: `${webUrl}/api/v3`, clock, now, deliveries, limits, traffic },
    ...{ faults: createFaults(), calls: createCallLog() },
  };
  const control = createControl(world, start);
  const loadSite = async () => (await import("./site.ts")).createSite(world, control, options);
  const log = options.log && createRequestLog(world, options.log);
  const requests = createListener(createApi(world, HANDLERS), loadSite, log);
  server.on("request", requests.listen);

  deliveries.resume();
  const ticker = createTicker(world);

  let stopped: Promise<void> | undefined;
  async function stop(): Promise<void> {
    ticker.stop();
    await deliveries.close();
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
    await requests.settled();
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
