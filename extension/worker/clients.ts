import { type Client, createClient, type KeyValueStore } from "@forgehand/core";
import { browser } from "wxt/browser";
import type { Kept } from "./account-store.ts";
import { followReads } from "./follow-reads.ts";
import { tellsOfSending } from "./jobs/sending.ts";

/** The longest that a person waits for a click, in milliseconds: a limit that takes longer is told at once. */
const PATIENCE = 10_000;

/** What was used of limits outlives a worker that is killed, but not the browser. */
const session: KeyValueStore = {
  get: async (key) => (await browser.storage.session.get<Record<string, string | undefined>>(key))[key],
  set: (key, value) => browser.storage.session.set({ [key]: value }),
};

/** Who calls; the login is not known before the service told it. */
type Caller = Pick<Kept, "origin" | "apiUrl" | "dialect"> & { readonly token: string; readonly login?: string };

const clients = new Map<string, Client>();

/** One client an account, so that all that it does shares what is known and what is used of limits. */
function kept(kind: string, account: Caller, make: () => Client): Client {
  const key = [kind, account.apiUrl, account.dialect, account.token].join(" ");
  const client = clients.get(key) ?? make();
  clients.set(key, client);
  return client;
}

/** What a client has of its account; its quota is named, as the token must not be. */
const own = ({ apiUrl, token, dialect, login }: Caller) => ({
  ...{ baseUrl: apiUrl, credentials: token, dialect },
  pace: { storage: session, ...(login !== undefined && { owner: `${apiUrl} ${login}` }) },
});

/** Somebody waits, and decides whether to try again. A page may have an old name of what it shows. */
const waitedFor = { deadline: PATIENCE, retry: { attempts: 1 }, fetch: followReads } as const;

/** The client for what somebody waits for, and who decides whether to try again. */
export function clickClient(account: Caller): Client {
  return kept("click", account, () => createClient({ ...own(account), ...waitedFor, priority: "interactive" }));
}

/** The client for what is looked at in passing: it makes way for clicks, and jobs for it. */
export function glanceClient(account: Caller): Client {
  return kept("glance", account, () => createClient({ ...own(account), ...waitedFor, priority: "normal" }));
}

/** A client that asks the service itself, whatever is known already: for what is to be found out of a token. */
export function freshClient(account: Caller): Client {
  const once = { cache: false, deadline: PATIENCE, priority: "interactive", retry: { attempts: 1 } } as const;
  return createClient({ ...own(account), ...once });
}

/** The client for long lists and jobs, which make way for clicks. @param cache keeps answers, to be asked for again */
export function bulkClient(account: Caller, cache: KeyValueStore): Client {
  return kept("bulk", account, () =>
    createClient({
      ...own(account),
      priority: "bulk",
      retry: { attempts: 2 },
      cache: { storage: cache },
      middleware: [tellsOfSending],
    }),
  );
}

/** Forgets every client, and the tokens in them. */
export function forgetClients(): void {
  clients.clear();
}
