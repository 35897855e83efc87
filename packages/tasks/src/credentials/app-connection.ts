import { type Client, type Credentials, isAuthenticationError } from "@forgehand/core";
import { lazy } from "@forgehand/core/internal";
import { listInstallations } from "@forgehand/core/operations";
import type { Connection, Installation } from "../connection.ts";
import { Problem } from "../problem.ts";
import type { AppCredentials } from "./read-credentials.ts";

/** Maximum number of owners that a message names. */
const MAX_NAMED = 10;

/** An installation of the app, as the service lists it. */
interface ListedInstallation extends Installation {
  readonly isSuspended: boolean;
}

/** Creates the connection of an app. Each owner is reached through its installation, which has its own quota. */
export function appConnection(
  { app, privateKey, installation }: AppCredentials,
  clientOf: (credentials: Credentials) => Client,
): Pick<Connection, "forOwner" | "asApp" | "installations"> {
  const appClient = lazy(() => clientOf({ app, privateKey }));
  const loadInstallations = lazy(() => readInstallations(appClient(), app));
  const clients = new Map<string, Client>();
  const installationClient = (id: string): Client => {
    const client = clients.get(id) ?? clientOf({ app, privateKey, installation: id });
    clients.set(id, client);
    return client;
  };
  return {
    async forOwner(owner) {
      if (installation !== undefined) return installationClient(installation);
      const installations = await loadInstallations();
      const ownerInstallation = installations.find(
        (candidate) => candidate.owner.toLowerCase() === owner.toLowerCase(),
      );
      if (ownerInstallation === undefined)
        throw new Problem(`The app ${app} is not installed for ${owner}. ${describeInstallations(installations)}`);
      if (ownerInstallation.isSuspended) {
        throw new Problem(`The app ${app} is suspended for ${owner}. An administrator of ${owner} can unsuspend it.`);
      }
      return installationClient(ownerInstallation.id);
    },
    asApp: appClient,
    async installations() {
      const installations = (await loadInstallations()).filter(({ isSuspended }) => !isSuspended);
      const reached = installations.filter(({ id }) => installation === undefined || id === installation);
      return reached.map(({ id, owner }) => ({ id, owner }));
    },
  };
}

function describeInstallations(installations: readonly ListedInstallation[]): string {
  const owners = installations.map(({ owner }) => owner).toSorted((a, b) => a.localeCompare(b, "en"));
  if (owners.length === 0) return "It has no installations. Install it from its settings page.";
  const more = owners.length > MAX_NAMED ? ` and ${owners.length - MAX_NAMED} more` : "";
  return `It is installed for: ${owners.slice(0, MAX_NAMED).join(", ")}${more}.`;
}

async function readInstallations(client: Client, app: string): Promise<readonly ListedInstallation[]> {
  try {
    return await Array.fromAsync(client.items(listInstallations, {}), ({ id, account, suspended_at }) => {
      // An enterprise account has a slug instead of a login.
      const owner = account?.["login"] ?? account?.["slug"];
      return { id: String(id), owner: String(owner ?? ""), isSuspended: suspended_at !== null };
    });
  } catch (error) {
    if (!isAuthenticationError(error)) throw error;
    throw new Problem(
      `The service rejected the app ${app} with this key. Check that "app-id" is its ID or client ID, and that "private-key" is one of its keys.`,
    );
  }
}
