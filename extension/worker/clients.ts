import { type Client, createClient, type KeyValueStore, type Middleware } from "@forgehand/core";
import { browser } from "wxt/browser";
import { isUnencrypted } from "../host/host-address.ts";
import { readStoredAccounts, type StoredAccount } from "./account-store.ts";
import { trackSending } from "./jobs/send-tracking.ts";
import { isGateClosed } from "./task-gate.ts";

/** Longest time that an interactive call may take, in milliseconds. Longer rate-limit waits fail immediately. */
const INTERACTIVE_DEADLINE = 10_000;

/** Stores rate-limit usage beyond the life of the worker, until the browser closes. */
const rateLimitStorage: KeyValueStore = {
  get: async (key) => (await browser.storage.session.get<Record<string, string | undefined>>(key))[key],
  async set(key, value) {
    // Calls that end after all data was deleted must not store it again.
    const hasAccounts = (await readStoredAccounts()).length > 0;
    if (hasAccounts && !isGateClosed()) await browser.storage.session.set({ [key]: value });
  },
};

/** A token and the host that it is for. The login is unknown until the service has reported it. */
export type ClientAccount = Pick<StoredAccount, "origin" | "apiUrl" | "dialect" | "allowHttp"> & {
  readonly token: string;
  readonly login?: string;
  /** Is aborted when the token must no longer be used. */
  readonly access: AbortSignal;
};

/** By access, so that clients are dropped with it. */
let clients = new WeakMap<AbortSignal, Map<string, Client>>();

/** Returns one client per account and purpose. Clients of one account share the cache and the rate limits. */
function cachedClient(kind: string, account: ClientAccount, create: () => Client): Client {
  const clientsOfAccess = clients.get(account.access) ?? new Map<string, Client>();
  clients.set(account.access, clientsOfAccess);
  const key = [kind, account.apiUrl, account.dialect, account.token].join(" ");
  const client = clientsOfAccess.get(key) ?? create();
  clientsOfAccess.set(key, client);
  return client;
}

/** Middleware that cancels calls when the use of their account ends. */
function endWith(access: AbortSignal): Middleware {
  return (next) => (call) => next({ ...call, signal: call.signal ? AbortSignal.any([call.signal, access]) : access });
}

/** Options from the account. The quota owner is named so that the token does not become part of a storage key. */
const accountOptions = ({ origin, apiUrl, token, dialect, allowHttp, login }: ClientAccount) => ({
  baseUrl: apiUrl,
  credentials: token,
  // Unlike other programs, browsers resolve all names below `localhost` to this machine.
  allowHttp: allowHttp || !isUnencrypted({ origin, apiUrl }),
  dialect,
  pace: { storage: rateLimitStorage, ...(login !== undefined && { owner: `${apiUrl} ${login}` }) },
});

/** The user waits, and retries if necessary. */
const interactiveOptions = (account: ClientAccount) => ({
  ...accountOptions(account),
  deadline: INTERACTIVE_DEADLINE,
  retry: { attempts: 1 },
  middleware: [endWith(account.access)],
});

/** The client for actions that the user waits for. */
export function interactiveClient(account: ClientAccount): Client {
  return cachedClient("interactive", account, () =>
    createClient({ ...interactiveOptions(account), priority: "interactive" }),
  );
}

/** The client for states that are read without a user action. Its priority is below that of clicks and above jobs. */
export function passiveClient(account: ClientAccount): Client {
  return cachedClient("passive", account, () => createClient({ ...interactiveOptions(account), priority: "normal" }));
}

/** Creates a client without a cache, for checks of a token. */
export function uncachedClient(account: ClientAccount): Client {
  return createClient({ ...interactiveOptions(account), cache: false, priority: "interactive" });
}

/**
 * The client for lists and jobs, with the lowest priority. When the use of its account ends, writes of jobs that are in
 * flight are completed.
 * @param cache stores responses for conditional requests
 */
export function bulkClient(account: ClientAccount, cache: KeyValueStore): Client {
  return cachedClient("bulk", account, () =>
    createClient({
      ...accountOptions(account),
      priority: "bulk",
      retry: { attempts: 2 },
      cache: { storage: cache },
      middleware: [trackSending(account.access)],
    }),
  );
}

/** Drops all clients and their tokens. */
export function clearClients(): void {
  clients = new WeakMap();
}
