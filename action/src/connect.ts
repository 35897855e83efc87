import { type Client, type Clock, type Credentials, createClient, type Transport } from "@forgehand/core";
import type { Connection } from "./connection.ts";
import type { Log } from "./log.ts";
import { Problem } from "./problem.ts";
import { tellWaits } from "./run/tell-waits.ts";
import type { Environment } from "./settings/inputs.ts";
import type { Settings } from "./settings/read.ts";

/** What a connection is made of beside the settings. */
export interface Around {
  readonly environment: Environment;
  readonly log: Log;
  readonly clock: Clock;
  readonly transport?: Transport | undefined;
}

/** Connects to the service, with the credentials that the settings give. @throws Problem */
export function connect(settings: Settings, { environment, log, clock, transport }: Around): Connection {
  const share = settings.optional("share");
  const shared = {
    dialect: settings.required("dialect"),
    baseUrl: settings.optional("api-url") ?? runnersApi(environment),
    // Nobody waits for a step as for a click.
    priority: "bulk" as const,
    pace: { preset: settings.required("pace"), ...(share && { share: `${share.part}/${share.of}` }) },
    onEvent: tellWaits(log, clock),
    clock,
    transport,
  };
  const clientOf = (credentials: Credentials): Client => createClient({ ...shared, credentials });
  const token = clientOf(settings.required("token"));
  const stateToken = settings.optional("state-token");
  const state = stateToken === undefined ? token : clientOf(stateToken);
  return {
    forOwner: async () => token,
    forState: async () => state,
    asApp() {
      throw new Problem('That takes an app: give "app-id" and "private-key" in place of "token".');
    },
    installations: async () => undefined,
  };
}

function runnersApi(environment: Environment): string {
  const url = environment["GITHUB_API_URL"];
  if (url) return url;
  throw new Problem(
    'The input "api-url" is missing, and the runner names no API. For example: api-url: https://api.github.com',
  );
}
