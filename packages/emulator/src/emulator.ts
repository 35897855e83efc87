import { DIALECTS } from "@forgehand/core/dialects";
import { createCallLog } from "./calls/call-log.ts";
import { choose, chooseSeconds } from "./choice.ts";
import { createClock } from "./clock.ts";
import { createControl } from "./control/control.ts";
import type { InitialSeed } from "./control/state.ts";
import { createDispatcher } from "./deliveries/dispatcher.ts";
import { EDITIONS } from "./editions.ts";
import { withEffects } from "./effects/apply-effects.ts";
import type { EmulatorContext } from "./emulator-context.ts";
import { createFaultRegistry } from "./faults/fault-registry.ts";
import { createGraphql } from "./graphql/graphql.ts";
import { createHookHosts } from "./hosts/hook-hosts.ts";
import { readHost } from "./hosts/host.ts";
import { createAccessKeys, startPageUrl } from "./http/access-keys.ts";
import { createApi } from "./http/api.ts";
import { createListener } from "./http/listener.ts";
import { createRequestLog } from "./http/request-log.ts";
import { createRequestPolicy } from "./http/request-policy.ts";
import { loadLimits } from "./limits/load-limits.ts";
import { loadState } from "./load-state.ts";
import { MARKUPS, type Markup, NEWEST_MARKUP } from "./markup.ts";
import { createServer } from "./node-http.ts";
import { originAt, readAllowedOrigin, readOrigin } from "./origin.ts";
import type { Emulator, EmulatorOptions } from "./public.ts";
import { HANDLERS } from "./resources/index.ts";
import { createTicker } from "./ticker.ts";
import { createTraffic } from "./traffic.ts";

/**
 * Starts an emulator, with the API under `/api/v3` and web pages at `/`.
 * @throws RangeError on an invalid option, Error with a one-line message if the seed or a file can't be used, and the
 * server's error if it can't listen on the port
 */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const host = options.host ?? "127.0.0.1";
  const url = options.url === undefined ? undefined : readOrigin("url", options.url);
  const dialectName = choose("dialect", options.dialect ?? "github", DIALECTS);
  const dialect = DIALECTS[dialectName];
  const edition = choose("edition", options.edition ?? "all", EDITIONS);
  const markup = choose<Markup>("markup", options.markup ?? NEWEST_MARKUP, MARKUPS);
  const { hookTimeout } = options;
  const timeout = hookTimeout === undefined ? undefined : chooseSeconds("hookTimeout", hookTimeout, 3600);
  const hookHosts = createHookHosts(options.allowHookHosts ?? [], "allowHookHosts");
  const allowHosts = (options.allowHosts ?? []).map((text) => readHost("allowHosts", text));
  const allowOrigins = (options.allowOrigins ?? []).map((text) => readAllowedOrigin("allowOrigins", text));
  const limits = await loadLimits(options.limits ?? "off");
  const systemTime = options.now;
  const clock = createClock(systemTime && (() => systemTime().getTime()));
  const { now } = clock;
  const initialSeed: InitialSeed = { seed: options.seed ?? "demo", dialect: dialectName };
  const state = await loadState(options.data, initialSeed, clock, options.fixedTokens);
  const { db, tokens, tokenValue, hookUrls } = state;
  hookUrls.forEach(hookHosts.allowUrl);
  const traffic = createTraffic();
  const deliveries = createDispatcher(db, dialect, now, {
    edition,
    timeout,
    hookHosts,
    keepsPayloads: options.eventPayloads === true,
    whenIdle: traffic.whenIdle,
  });
  const hostNames = [
    ...allowHosts.map(({ name }) => name),
    host,
    ...(url === undefined ? [] : [new URL(url).hostname]),
  ];
  const tls = options.https ? (await import("./hosts/tls.ts")).createTls(hostNames) : undefined;
  const server = createServer(tls?.certificate);
  // By default Node.js closes idle connections after five seconds. If the process was busy for longer, that would cut
  // connections with new requests.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve, reject) => {
    server.listen(options.port ?? 0, host, resolve).on("error", (error) => {
      db.close();
      tls?.close();
      reject(error);
    });
  });
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : options.port;
  const protocol = tls ? "https" : "http";
  const webUrl = url ?? originAt(host, Number(port), protocol);

  const keys = createAccessKeys();
  const context: EmulatorContext = {
    db,
    dialect,
    edition,
    markup,
    webUrl,
    allowsAnyOrigin: allowOrigins.includes("*"),
    tokenValue,
    apiUrl: `${webUrl}/api/v3`,
    clock,
    now,
    deliveries: withEffects(deliveries, () => context),
    hookHosts,
    limits,
    traffic,
    faults: createFaultRegistry(),
    calls: createCallLog(),
  };
  const control = createControl(context, initialSeed);
  const loadSite = async () => (await import("./site.ts")).createSite(context, control, options, keys);
  const log = options.log && createRequestLog(context, options.log);
  const requests = createListener(
    createRequestPolicy({ webUrl, protocol, allowHosts, allowOrigins }),
    createApi(context, [...HANDLERS, createGraphql(HANDLERS)]),
    loadSite,
    log,
  );
  server.on("request", requests.listen);

  deliveries.resume();
  const ticker = createTicker(context);

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
    tls?.close();
  }

  return {
    apiUrl: context.apiUrl,
    webUrl,
    startUrl: startPageUrl(webUrl, keys),
    certificateFile: tls?.certificateFile,
    tokens,
    apps: Object.fromEntries(control.apps().map((app) => [app.slug, app])),
    controlToken: keys.controlToken,
    control,
    stop: () => {
      stopped ??= stop();
      return stopped;
    },
  };
}
