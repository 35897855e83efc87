import type { CallEvent, Client, ClientOptions, Clock, Credentials, Middleware, Transport } from "@forgehand/core";
import { createClient } from "@forgehand/core";
import { canReceiveToken, withoutTrailingDot } from "@forgehand/core/internal";
import type { QuotaStore } from "@forgehand/core/quota";
import { undiciTransport } from "@forgehand/core/undici";
import type { Connection, UsedOperations } from "./connection.ts";
import { appConnection } from "./credentials/app-connection.ts";
import { maskTokens } from "./credentials/mask-tokens.ts";
import { readCredentials } from "./credentials/read-credentials.ts";
import type { Host } from "./host.ts";
import type { Log } from "./log.ts";
import { Problem } from "./problem.ts";
import { paceOptions } from "./run/pace.ts";
import { logCalls } from "./run/progress/log-calls.ts";
import { logWaits } from "./run/progress/log-waits.ts";
import type { Settings } from "./settings/create-settings.ts";
import { quoteValue } from "./settings/quote-value.ts";

/** Dependencies of a connection, in addition to the settings. */
export interface ConnectionDependencies extends Pick<Host, "defaultApiUrl"> {
  readonly log: Log;
  readonly clock: Clock;
  /** Returns the operations that the run uses for an owner. */
  readonly operationsFor: (owner: string) => UsedOperations;
  readonly transport?: Transport | undefined;
  /** Called with each request before it is sent. */
  readonly onRequest?: (() => void) | undefined;
  /** Client middleware that runs first. */
  readonly middleware?: readonly Middleware[] | undefined;
  /** Shares the rate limits with other processes. */
  readonly quotaStore?: QuotaStore | undefined;
}

/**
 * Connects to the service with the credentials from the settings.
 * @throws Problem
 */
export function connect(settings: Settings, deps: ConnectionDependencies): Connection {
  const {
    defaultApiUrl,
    log,
    clock,
    operationsFor,
    transport = undiciTransport(),
    onRequest,
    middleware,
    quotaStore,
  } = deps;
  const stepCredentials = readCredentials(settings);
  // Normalizing the key has changed its lines.
  if (!("token" in stepCredentials)) log.mask(stepCredentials.privateKey);
  const stateToken = settings.optional("state-token");
  const [logWait, logCall] = [logWaits(log, clock), logCalls(log)];
  const shared = {
    dialect: settings.required("dialect"),
    baseUrl: apiUrlOf(settings, defaultApiUrl),
    allowHttp: settings.required("allow-http"),
    // No user is waiting for the step's calls.
    priority: "bulk" as const,
    pace: paceOptions(settings, quotaStore),
    onEvent(event: CallEvent) {
      logCall(event);
      logWait(event);
    },
    clock,
    transport: maskTokens((request) => {
      onRequest?.();
      return transport(request);
    }, log.mask),
    middleware,
  } satisfies Omit<ClientOptions, "credentials">;
  const clientFor = (credentials: Credentials): Client => createClient({ ...shared, credentials });
  const base =
    "token" in stepCredentials
      ? tokenConnection(clientFor(stepCredentials.token))
      : appConnection(stepCredentials, { clientOf: clientFor, operationsFor, dialect: shared.dialect, log });
  const stateClient = stateToken === undefined ? undefined : clientFor(stateToken);
  return { ...base, forState: stateClient === undefined ? base.forOwner : async () => stateClient };
}

/** Creates the connection of a token, whose accessible owners are not known in advance. */
function tokenConnection(client: Client): Omit<Connection, "forState"> {
  return {
    forOwner: async () => client,
    asApp() {
      throw new Problem('This requires an app: set "client-id" and "private-key" instead of "token".');
    },
    grantsOf: async () => undefined,
    revokeTokens: async () => undefined,
    installations: async () => undefined,
  };
}

/**
 * Returns the API's base URL; default: the runner's own.
 * @throws Problem if neither is set, or if the token would be readable on the network
 */
export function apiUrlOf(settings: Settings, defaultApiUrl: string | undefined): string {
  const text = settings.optional("api-url") || defaultApiUrl;
  if (!text) {
    throw settings.problem(
      "api-url",
      "must be set, because GITHUB_API_URL is not. For example: api-url: https://api.github.com",
    );
  }
  // The client rejects what is not a URL.
  if (!URL.canParse(text)) return text;
  const url = new URL(text);
  if (!settings.required("allow-http") && !canReceiveToken(url)) {
    const problem = `must be an https URL, got ${quoteValue(text)}: with http, everyone on the network can read the token. Set "allow-http: true" to send it anyway.`;
    throw settings.isGiven("api-url") ? settings.problem("api-url", problem) : new Problem(`GITHUB_API_URL ${problem}`);
  }
  const usualUrl = withoutTrailingDot(url);
  return usualUrl === url ? text : usualUrl.href;
}
