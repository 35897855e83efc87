import { type ClientOptions, createClient } from "@forgehand/core";
import {
  deleteSubscription,
  getSubscription,
  putOrganizationUpdaterSecret,
  redeliverRepositoryHookDelivery,
  requestReviewers,
} from "@forgehand/core/operations";
import type { QuotaStore } from "@forgehand/core/quota";
import { Octokit } from "octokit";
import { type BenchJob, SEALED_SECRET, wireRequest } from "./job.ts";
import { seededRandom } from "./seeded-random.ts";

/** Dependencies of one client process. */
export interface ProcessContext {
  readonly fetch: typeof globalThis.fetch;
  /** Index and number of the processes that share a token, for example `2/16`; absent if it is the only one. */
  readonly share?: string;
  /** Storage through which a client passes state to its successor after a restart. */
  readonly storage?: {
    get(key: string): Promise<string | undefined>;
    set(key: string, value: string): Promise<void>;
  };
  /** Store through which processes share the quota of their token. */
  readonly store?: QuotaStore;
  /** Seed of the client's random numbers; default 1. */
  readonly seed?: number;
}

/** Runs one job. Rejects if it failed or its outcome is unknown. */
export type RunJob = (job: BenchJob) => Promise<unknown>;

export type StartClient = (context: ProcessContext) => RunJob;

/** Forgehand's client; all jobs are started at once. */
export const startForgehand: StartClient = ({ fetch, share, storage, store, seed = 1 }) => {
  const { call } = createClient({
    baseUrl: "https://api.github.com",
    credentials: "ghp_x",
    fetch,
    cache: false,
    clock: createClock(),
    random: seededRandom(seed),
    pace: {
      preset: "published",
      ...(share !== undefined && { share }),
      ...(storage && { storage }),
      ...(store && { store, owner: "acme" }),
    },
  });
  return ({ kind, number, interactive }) => {
    const options = { priority: interactive ? "interactive" : "bulk" } as const;
    const widgets = { owner: "acme", repo: "widgets" };
    const numbered = { owner: "acme", repo: `widgets-${number}` };
    switch (kind) {
      case "secret": {
        const secret = { org: "acme", secret_name: `KEY_${number}`, ...SEALED_SECRET };
        return call(putOrganizationUpdaterSecret, secret, options);
      }
      case "review-request":
        return call(requestReviewers, { ...widgets, pull_number: number, reviewers: ["ada"] }, options);
      case "redelivery":
        return call(redeliverRepositoryHookDelivery, { ...widgets, hook_id: 1, delivery_id: String(number) }, options);
      case "subscription":
        return call(getSubscription, numbered, options);
      case "unwatching":
        return call(deleteSubscription, numbered, options);
    }
  };
};

/**
 * Uses the shared (virtual) time, but as a separate clock object: clients with the same clock object share their quota
 * state, which separate processes cannot.
 */
function createClock(): NonNullable<ClientOptions["clock"]> {
  return {
    now: () => Date.now(),
    monotonic: () => performance.now(),
    after(milliseconds, run) {
      const timer = setTimeout(run, milliseconds);
      return () => clearTimeout(timer);
    },
  };
}

const SILENT = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

/** Octokit's default behavior: a rejected request is retried once. */
const isFirstAttempt = (_retryAfter: number, { request }: { readonly request: { readonly retryCount?: number } }) =>
  request.retryCount === 0;

let started = 0;

/** Octokit with its default plugins and options. @param throttle further options of its throttling plugin */
export const startOctokit = ({
  fetch,
  throttle,
}: Pick<ProcessContext, "fetch"> & { readonly throttle?: Readonly<Record<string, unknown>> }): RunJob => {
  const octokit = new Octokit({
    auth: "ghp_x",
    request: { fetch },
    log: SILENT,
    throttle: {
      // Clients with the same id share their queues, which separate processes cannot.
      id: `process-${started++}`,
      onRateLimit: isFirstAttempt,
      onSecondaryRateLimit: isFirstAttempt,
      ...throttle,
    },
  });
  return (job) => {
    const { method, path, body } = wireRequest(job);
    return octokit.request(`${method} ${path}`, { ...body });
  };
};

const CONCURRENCY = 50;

/** Sends 50 requests concurrently. Waits after a rejection as long as the service says, and retries everything. */
export const startNaive: StartClient = ({ fetch }) => {
  const waiting: (() => void)[] = [];
  let free = CONCURRENCY;
  async function sendUntilSuccess(job: BenchJob) {
    const { method, path, body } = wireRequest(job);
    const init = { method, headers: { authorization: "Bearer ghp_x" }, ...(body && { body: JSON.stringify(body) }) };
    for (;;) {
      const response = await fetch(`https://api.github.com${path}`, init).catch(() => undefined);
      if (!response) continue;
      await response.text();
      if (response.ok) return;
      if (response.status !== 403) throw new Error(`${method} ${path}: ${response.status}`);
      await waitForReset(response.headers);
    }
  }
  return async (job) => {
    if (job.interactive) return sendUntilSuccess(job);
    if (free > 0) free--;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      await sendUntilSuccess(job);
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free++;
    }
  };
};

function waitForReset(headers: Headers): Promise<void> {
  const retryAfter = headers.get("retry-after");
  const reset = Number(headers.get("x-ratelimit-reset")) * 1000;
  const milliseconds = retryAfter === null ? Math.max(0, reset - Date.now()) : Number(retryAfter) * 1000;
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** The clients to compare. */
export const CLIENTS = [
  { name: "forgehand", start: startForgehand },
  { name: "octokit", start: startOctokit },
  { name: "naive", start: startNaive },
] as const;

export type PaceClientName = (typeof CLIENTS)[number]["name"];

/** The client that has budgets. */
export const OUR_CLIENT = "forgehand" satisfies PaceClientName;
