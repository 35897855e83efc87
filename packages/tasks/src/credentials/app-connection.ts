import {
  type Client,
  type Credentials,
  type InvalidItem,
  isAuthenticationError,
  isNotFoundError,
  type Output,
  pickFields,
  validItems,
} from "@forgehand/core";
import { lazy } from "@forgehand/core/internal";
import { getInstallation, listInstallations } from "@forgehand/core/operations";
import { type Connection, type GrantedPermissions, type Installation, UncoveredOwner } from "../connection.ts";
import { Problem } from "../problem.ts";
import type { AppCredentials } from "./read-credentials.ts";

const INSTALLATION = {
  id: true,
  account: { login: true, slug: true },
  target_type: true,
  suspended_at: true,
  permissions: true,
} as const;
const installationList = pickFields(listInstallations, INSTALLATION);
const installationById = pickFields(getInstallation, INSTALLATION);

/** Maximum number of owners that a message names. */
const MAX_NAMED = 10;

/** The app's installations, and those that the service shows in an unexpected form. */
interface AppInstallations {
  readonly byOwner: ReadonlyMap<string, AppInstallation>;
  readonly unexpected: readonly InvalidItem[];
}

/** An installation of the app, as the service shows it. */
interface AppInstallation extends Installation {
  readonly permissions: GrantedPermissions;
}

/** Kinds of accounts by the service's names. */
const KINDS: Readonly<Record<string, Installation["kind"]>> = { Organization: "organization", User: "user" };

/** Creates the connection of an app. Each owner is reached through its installation, which has its own quota. */
export function appConnection(
  { app, privateKey, installation }: AppCredentials,
  clientOf: (credentials: Credentials) => Client,
): Pick<Connection, "forOwner" | "grantsOf" | "asApp" | "installations"> {
  const appClient = lazy(() => clientOf({ app, privateKey }));
  const loadInstallations = lazy(() => readInstallations(appClient(), app));
  const loadConfigured = lazy(async () =>
    installation === undefined ? undefined : readInstallation(appClient(), app, installation),
  );
  const clients = new Map<string, Client>();
  const installationClient = (id: string): Client => {
    const client = clients.get(id) ?? clientOf({ app, privateKey, installation: id });
    clients.set(id, client);
    return client;
  };
  /** @throws Problem if the app is not installed for the owner */
  async function installationFor(owner: string): Promise<AppInstallation> {
    const configured = await loadConfigured();
    if (configured === undefined) return findInstallation(app, owner, await loadInstallations());
    return assertActive(app, owner, configured);
  }
  return {
    async forOwner(owner) {
      return installationClient(installation ?? (await installationFor(owner)).id);
    },
    grantsOf: async (owner) => (await installationFor(owner)).permissions,
    asApp: appClient,
    async installations() {
      const configured = await loadConfigured();
      return configured ? [configured] : [...(await loadInstallations()).byOwner.values()];
    },
  };
}

/** @throws Problem if the app is not installed for the owner, or suspended */
function findInstallation(app: string, owner: string, { byOwner, unexpected }: AppInstallations) {
  const found = byOwner.get(owner.toLowerCase());
  if (found) return assertActive(app, owner, found);
  const ownerOf = (item: unknown): unknown => Object(Object(item).account).login;
  const invalid = unexpected.find(({ item }) => String(ownerOf(item) ?? owner).toLowerCase() === owner.toLowerCase());
  if (invalid) throw invalid.error;
  throw new UncoveredOwner(`The app ${app} is not installed for ${owner}. ${describeInstallations(byOwner)}`);
}

function assertActive(app: string, owner: string, installation: AppInstallation): AppInstallation {
  if (!installation.isSuspended) return installation;
  throw new Problem(`The app ${app} is suspended for ${owner}. An administrator of ${owner} can unsuspend it.`);
}

function describeInstallations(byOwner: AppInstallations["byOwner"]): string {
  const installations = [...byOwner.values()];
  const owners = installations.map(({ owner }) => owner).toSorted((a, b) => a.localeCompare(b, "en"));
  if (owners.length === 0) return "It has no installations. Install it from its settings page.";
  const more = owners.length > MAX_NAMED ? ` and ${owners.length - MAX_NAMED} more` : "";
  return `It is installed for: ${owners.slice(0, MAX_NAMED).join(", ")}${more}.`;
}

async function readInstallations(client: Client, app: string): Promise<AppInstallations> {
  const unexpected: InvalidItem[] = [];
  const list = validItems(client, installationList, {}, { onInvalidItem: (invalid) => void unexpected.push(invalid) });
  const installations = await describeRejection(app, Array.fromAsync(list, toInstallation));
  return { byOwner: new Map(installations.map((found) => [found.owner.toLowerCase(), found])), unexpected };
}

async function readInstallation(client: Client, app: string, id: string): Promise<AppInstallation> {
  try {
    return toInstallation(await describeRejection(app, client.call(installationById, { installation_id: Number(id) })));
  } catch (error) {
    if (!isNotFoundError(error)) throw error;
    throw new Problem(`The input "installation" must be the ID of an installation of the app ${app}, got ${id}.`);
  }
}

async function describeRejection<T>(app: string, response: Promise<T>): Promise<T> {
  try {
    return await response;
  } catch (error) {
    if (!isAuthenticationError(error)) throw error;
    throw new Problem(
      `The service rejected the app ${app} with this key. Check that "app-id" is its ID or client ID, and that "private-key" is one of its keys.`,
    );
  }
}

function toInstallation(response: Output<typeof installationById>): AppInstallation {
  const { id, account, target_type, suspended_at, permissions } = response;
  // An enterprise account has a slug instead of a login.
  const owner = account && ("login" in account ? account.login : account.slug);
  const kind = KINDS[target_type] ?? "enterprise";
  return { id: String(id), owner: owner ?? "", kind, isSuspended: suspended_at !== null, permissions };
}
