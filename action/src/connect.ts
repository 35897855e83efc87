import type { CallEvent, Client, Clock, Credentials, Middleware, Transport } from "@forgehand/core";
import { createClient } from "@forgehand/core";
import { undiciTransport } from "@forgehand/core/undici";
import type { Connection } from "./connection.ts";
import { appConnection } from "./credentials/app.ts";
import { readGiven } from "./credentials/given.ts";
import { maskingTokens } from "./credentials/mask-tokens.ts";
import type { Log } from "./log.ts";
import { Problem } from "./problem.ts";
import { paceOf } from "./run/pace.ts";
import { tellCalls } from "./run/progress/tell-calls.ts";
import { tellWaits } from "./run/progress/tell-waits.ts";
import type { Environment } from "./settings/inputs.ts";
import type { Settings } from "./settings/read.ts";

/** What a connection is made of beside the settings. */
export interface Around {
  readonly environment: Environment;
  readonly log: Log;
  readonly clock: Clock;
  readonly transport?: Transport | undefined;
  /** What every call goes through first. */
  readonly steps?: readonly Middleware[] | undefined;
}

/** Connects to the service, with the credentials that the settings give. @throws Problem */
export function connect(settings: Settings, around: Around): Connection {
  const { environment, log, clock, transport = undiciTransport(), steps } = around;
  const given = readGiven(settings);
  const stateToken = settings.optional("state-token");
  const [waits, calls] = [tellWaits(log, clock), tellCalls(log)];
  const shared = {
    dialect: settings.required("dialect"),
    baseUrl: apiUrlOf(settings, environment),
    // Nobody waits for a step as for a click.
    priority: "bulk" as const,
    pace: paceOf(settings),
    onEvent(event: CallEvent) {
      calls(event);
      waits(event);
    },
    clock,
    transport: maskingTokens(transport, log.mask),
    steps,
  };
  const clientOf = (credentials: Credentials): Client => createClient({ ...shared, credentials });
  const reach = "token" in given ? tokenConnection(clientOf(given.token)) : appConnection(given, clientOf);
  const state = stateToken === undefined ? undefined : clientOf(stateToken);
  return { ...reach, forState: state === undefined ? reach.forOwner : async () => state };
}

/** What a token reaches: whatever it does, nobody knows before. */
function tokenConnection(client: Client): Omit<Connection, "forState"> {
  return {
    forOwner: async () => client,
    asApp() {
      throw new Problem('That takes an app: give "app-id" and "private-key" in place of "token".');
    },
    installations: async () => undefined,
  };
}

/** Where the API is: the runner's own, where nothing else is said. @throws Problem where neither tells */
export function apiUrlOf(settings: Settings, environment: Environment): string {
  const url = settings.optional("api-url") ?? environment["GITHUB_API_URL"];
  if (url) return url;
  throw new Problem(
    'The input "api-url" is missing, and the runner names no API. For example: api-url: https://api.github.com',
  );
}
