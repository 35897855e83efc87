import { type Client, createClient, type KeyValueStore } from "@forgehand/core";
import { browser } from "wxt/browser";
import { readStoredAccounts, type StoredAccount } from "./account-store.ts";
import { trackSending } from "./jobs/send-tracking.ts";

/** Longest time that an interactive call may take, in milliseconds. Longer rate-limit waits fail immediately. */
const INTERACTIVE_DEADLINE = 10_000;

/** Stores rate-limit usage beyond the life of the worker, until the browser closes. */
const rateLimitStorage: KeyValueStore = {
  get: async (key) => (await browser.storage.session.get<Record<string, string | undefined>>(key))[key],
  async set(key, value) {
    // Calls that end after all data was deleted must not store it again.
    if ((await readStoredAccounts()).length > 0) await browser.storage.session.set({ [key]: value });
  },
};

/** The account of a client. The login is unknown until the service has reported it. */
type ClientAccount = Pick<StoredAccount, "origin" | "apiUrl" | "dialect" | "allowHttp"> & {
  readonly token: string;
  readonly login?: string;
};

const clients = new Map<string, Client>();

/** Returns one client per account and purpose. Clients of one account share the cache and the rate limits. */
function cachedClient(kind: string, account: ClientAccount, create: () => Client): Client {
  const key = [kind, account.apiUrl, account.dialect, account.token].join(" ");
  const client = clients.get(key) ?? create();
  clients.set(key, client);
  return client;
}

/** Options from the account. The quota owner is named so that the token does not become part of a storage key. */
const accountOptions = ({ apiUrl, token, dialect, allowHttp, login }: ClientAccount) => ({
  baseUrl: apiUrl,
  credentials: token,
  allowHttp,
  dialect,
  pace: { storage: rateLimitStorage, ...(login !== undefined && { owner: `${apiUrl} ${login}` }) },
});

/** The user waits, and retries if necessary. */
const interactiveOptions = { deadline: INTERACTIVE_DEADLINE, retry: { attempts: 1 } } as const;

/** The client for actions that the user waits for. */
export function interactiveClient(account: ClientAccount): Client {
  return cachedClient("interactive", account, () =>
    createClient({ ...accountOptions(account), ...interactiveOptions, priority: "interactive" }),
  );
}

/** The client for states that are read without a user action. Its priority is below that of clicks and above jobs. */
export function passiveClient(account: ClientAccount): Client {
  return cachedClient("passive", account, () =>
    createClient({ ...accountOptions(account), ...interactiveOptions, priority: "normal" }),
  );
}

/** Creates a client without a cache, for checks of a token. */
export function uncachedClient(account: ClientAccount): Client {
  const uncachedOptions = {
    cache: false,
    deadline: INTERACTIVE_DEADLINE,
    priority: "interactive",
    retry: { attempts: 1 },
  } as const;
  return createClient({ ...accountOptions(account), ...uncachedOptions });
}

/**
 * The client for lists and jobs, with the lowest priority.
 * @param cache stores responses for conditional requests
 */
export function bulkClient(account: ClientAccount, cache: KeyValueStore): Client {
  return cachedClient("bulk", account, () =>
    createClient({
      ...accountOptions(account),
      priority: "bulk",
      retry: { attempts: 2 },
      cache: { storage: cache },
      middleware: [trackSending],
    }),
  );
}

/** Drops all clients and their tokens. */
export function clearClients(): void {
  clients.clear();
}
