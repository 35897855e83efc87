import { type ClientOptions, createClient } from "@forgehand/core";
import { forEachConcurrently } from "@forgehand/core/internal";
import { getRepositoryActionsPublicKey, putRepositoryActionsSecret } from "@forgehand/core/operations/secrets";
import { listWatchers } from "@forgehand/core/operations/watching";
import { createQuotaStore, memoryQuotaStore, type QuotaStore } from "@forgehand/core/quota";
import { createVirtualClock } from "../../clock/virtual-clock.ts";
import { withVirtualGlobals } from "../../clock/virtual-globals.ts";
import type { WireRequest } from "../pace/job.ts";
import { minimumSeconds } from "../pace/minimum.ts";
import { createModelService } from "../pace/model.ts";
import { seededRandom } from "../pace/seeded-random.ts";
import { type FleetOwner, installationRules } from "./fleet.ts";

/** Result of working through a fleet. */
export interface FleetOutcome {
  /** Time until every repository was done, and the minimum that the limits of the owners allow. */
  readonly seconds: number;
  readonly minimum: number;
  readonly calls: number;
  readonly rejected: number;
  /** Repositories whose secret was not replaced. */
  readonly lost: number;
  readonly storeCommands: number;
}

/** Does the work for one repository. */
type RepositoryWork = (owner: string, repo: string) => Promise<unknown>;

/** Creates the work of one process for repositories of an owner. */
export type FleetClient = (owner: FleetOwner, context: FleetContext) => RepositoryWork;

/** Dependencies of a simulated process. */
export interface FleetContext {
  readonly fetch: typeof globalThis.fetch;
  readonly store: QuotaStore;
  readonly clock: NonNullable<ClientOptions["clock"]>;
}

const API = "https://api.github.com";

/** Repositories of an owner on which a process works concurrently. */
const CONCURRENCY = 50;

/** Encrypted in advance: encrypting is measured alone. */
const SEALED = { secret_name: "DEPLOY_KEY", encrypted_value: "c2VhbGVk" };

/** One client for each owner, whose processes share the limits of the owner's installation through a store. */
export const withClient: FleetClient = ({ name }, { fetch, store, clock }) => {
  const { call } = createClient({
    baseUrl: API,
    credentials: "ghs_x",
    fetch,
    cache: false,
    clock,
    random: seededRandom(1),
    pace: { owner: name, store },
  });
  return async (owner, repo) => {
    const { key_id } = await call(getRepositoryActionsPublicKey, { owner, repo }, { priority: "bulk" });
    await call(putRepositoryActionsSecret, { owner, repo, key_id, ...SEALED }, { priority: "bulk" });
    await call(listWatchers, { owner, repo }, { priority: "bulk" });
  };
};

/** Plain requests that ignore the limits: what the simulation itself costs. */
export const withoutClient: FleetClient =
  (_, { fetch }) =>
  async (owner, repo) => {
    for (const { method, path, body } of requestsFor(owner, repo)) {
      const response = await fetch(`${API}${path}`, { method, ...(body && { body: JSON.stringify(body) }) });
      await response.text();
    }
  };

function requestsFor(owner: string, repo: string): readonly WireRequest[] {
  const path = `/repos/${owner}/${repo}`;
  return [
    { method: "GET", path: `${path}/actions/secrets/public-key` },
    { method: "PUT", path: `${path}/actions/secrets/${SEALED.secret_name}`, body: SEALED },
    { method: "GET", path: `${path}/subscribers` },
  ];
}

/**
 * Rotates one secret of every repository and lists its watchers, in virtual time. Each process works on every owner.
 * @param processes number of processes that share the work; each has clients and a clock of its own
 * @param onCall called before each call with the number of calls so far
 */
export function runFleet(
  fleet: readonly FleetOwner[],
  processes: number,
  createWork: FleetClient,
  onCall: (calls: number) => void = () => {},
): Promise<FleetOutcome> {
  const clock = createVirtualClock();
  const run = async () => {
    const services = new Map(
      fleet.map((owner, seed) => [owner.name, createModelService({ rules: installationRules(owner), seed })]),
    );
    let calls = 0;
    const fetch: typeof globalThis.fetch = (input, init) => {
      onCall(calls++);
      const [, , owner = ""] = new URL(input instanceof Request ? input.url : input).pathname.split("/");
      const service = services.get(owner);
      return service ? service.fetch(input, init) : Promise.reject(new Error(`No installation of ${owner} exists.`));
    };
    const shared = memoryQuotaStore({ now: clock.monotonic });
    let storeCommands = 0;
    /** A store object of its own, because clients with the same one share their queues. */
    const storeOfProcess = () =>
      createQuotaStore((...command) => {
        storeCommands++;
        return shared.run(...command);
      });
    const start = clock.monotonic();
    const runProcess = async (part: number) => {
      const context = { fetch, store: storeOfProcess(), clock: { ...clock } };
      await Promise.all(
        fleet.map((owner) => {
          const work = createWork(owner, context);
          const own = owner.repositories.filter((_, index) => index % processes === part);
          return forEachConcurrently(own, CONCURRENCY, (repo) => work(owner.name, repo));
        }),
      );
    };
    await Promise.all(Array.from({ length: processes }, (_, part) => runProcess(part)));
    const executions = ({ name, repositories }: FleetOwner) =>
      repositories.filter((repo) => services.get(name)?.executions(requestsFor(name, repo)[1] ?? NO_REQUEST) === 1);
    return {
      seconds: (clock.monotonic() - start) / 1000,
      minimum: minimumOf(fleet),
      calls,
      rejected: Array.from(services.values()).reduce((sum, service) => sum + service.refused(), 0),
      lost: fleet.reduce((sum, owner) => sum + owner.repositories.length - executions(owner).length, 0),
      storeCommands,
    };
  };
  return withVirtualGlobals(clock, run, { shortestDelay: 0 });
}

const NO_REQUEST = { method: "", path: "" };

/** The limits of the slowest owner determine it. */
function minimumOf(fleet: readonly FleetOwner[]): number {
  const minima = fleet.map((owner) => {
    const requests = owner.repositories.flatMap((repo) => requestsFor(owner.name, repo));
    return minimumSeconds(requests, installationRules(owner));
  });
  return Math.max(...minima);
}
