import { type Client, type Credentials, isAuthenticationError } from "@forgehand/core";
import { lazy } from "@forgehand/core/internal";
import { listInstallations } from "@forgehand/core/operations";
import type { Connection, Installation } from "../connection.ts";
import { Problem } from "../problem.ts";
import type { App } from "./given.ts";

/** Of the owners that an app is installed for, a message names so many. */
const NAMED = 10;

/** One installation of the app, as the service lists it. */
interface Listed extends Installation {
  readonly isSuspended: boolean;
}

/** What an app reaches: each owner through the installation there, which has a quota of its own. */
export function appConnection(
  { app, privateKey, installation }: App,
  clientOf: (credentials: Credentials) => Client,
): Pick<Connection, "forOwner" | "asApp" | "installations"> {
  const itself = lazy(() => clientOf({ app, privateKey }));
  const listed = lazy(() => readInstallations(itself(), app));
  const clients = new Map<string, Client>();
  const as = (id: string): Client => {
    const client = clients.get(id) ?? clientOf({ app, privateKey, installation: id });
    clients.set(id, client);
    return client;
  };
  return {
    async forOwner(owner) {
      if (installation !== undefined) return as(installation);
      const all = await listed();
      const theirs = all.find((one) => one.owner.toLowerCase() === owner.toLowerCase());
      if (theirs === undefined) throw new Problem(`The app ${app} is not installed for ${owner}. ${whereElse(all)}`);
      if (theirs.isSuspended) {
        throw new Problem(`The app ${app} is suspended for ${owner}: an administrator there can end that.`);
      }
      return as(theirs.id);
    },
    asApp: itself,
    async installations() {
      const all = (await listed()).filter(({ isSuspended }) => !isSuspended);
      const reached = all.filter(({ id }) => installation === undefined || id === installation);
      return reached.map(({ id, owner }) => ({ id, owner }));
    },
  };
}

function whereElse(all: readonly Listed[]): string {
  const owners = all.map(({ owner }) => owner).toSorted((a, b) => a.localeCompare(b, "en"));
  if (owners.length === 0) return "It is installed nowhere: its settings page has a link to install it.";
  const more = owners.length > NAMED ? ` and ${owners.length - NAMED} more` : "";
  return `It is installed for: ${owners.slice(0, NAMED).join(", ")}${more}.`;
}

async function readInstallations(client: Client, app: string): Promise<readonly Listed[]> {
  try {
    return await Array.fromAsync(client.items(listInstallations, {}), ({ id, account, suspended_at }) => {
      // An enterprise has a slug where everybody else has a login.
      const owner = account?.["login"] ?? account?.["slug"];
      return { id: String(id), owner: String(owner ?? ""), isSuspended: suspended_at !== null };
    });
  } catch (error) {
    if (!isAuthenticationError(error)) throw error;
    throw new Problem(
      `The service does not know the app ${app} by this key. Is "app-id" its id or client id there, and "private-key" one of its keys?`,
    );
  }
}
