import {
  type Client,
  type Credentials,
  type InvalidItem,
  isAuthenticationError,
  isNotFoundError,
  type Output,
  pickFields,
} from "@forgehand/core";
import { PERMISSIONS, type PermissionSet, permissionsFor } from "@forgehand/core/contract";
import { DIALECTS, type DialectName, neutralPermission, permissionNames } from "@forgehand/core/dialects";
import { lazy } from "@forgehand/core/internal";
import { getInstallation, getRepository, listInstallations, revokeInstallationToken } from "@forgehand/core/operations";
import {
  type Connection,
  type GrantedPermissions,
  type Installation,
  UncoveredOwner,
  type UsedOperations,
} from "../connection.ts";
import type { Log } from "../log.ts";
import { describeError, Problem } from "../problem.ts";
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

/** Dependencies of an app's connection. */
export interface AppConnectionDependencies {
  readonly clientOf: (credentials: Credentials) => Client;
  /** Returns the operations that the run uses for an owner. */
  readonly operationsFor: (owner: string) => UsedOperations;
  readonly dialect: DialectName;
  readonly log: Pick<Log, "warning">;
}

/** Creates the connection of an app. Each owner is reached through its installation, which has its own quota. */
export function appConnection(
  { app, privateKey, installation }: AppCredentials,
  { clientOf, operationsFor, dialect, log }: AppConnectionDependencies,
): Pick<Connection, "forOwner" | "grantsOf" | "revokeTokens" | "asApp" | "installations"> {
  const appClient = lazy(() => clientOf({ app, privateKey }));
  const loadInstallations = lazy(() => readInstallations(appClient(), app));
  const loadConfigured = lazy(async () =>
    installation === undefined ? undefined : readInstallation(appClient(), app, installation),
  );
  /** Clients by owner: their tokens have only the permissions that the run needs for the owner. */
  const clients = new Map<string, Promise<Client>>();
  async function createOwnerClient(owner: string): Promise<Client> {
    const { id, permissions: granted } = await installationFor(owner);
    const { required, optional } = operationsFor(owner);
    const { missing } = permissionsFor(required, granted);
    if (Object.keys(missing).length > 0) {
      throw new Problem(
        `The app ${app} lacks ${describePermissions(missing, dialect)} for ${owner}. Add it to the app's permissions, and accept the change in the installation's settings.`,
      );
    }
    const { permissions } = permissionsFor([...required, ...optional, getRepository], granted);
    const limits = Object.keys(permissions).length > 0 ? { permissions } : {};
    return clientOf({ app, privateKey, installation: id, ...limits });
  }
  /** @throws Problem if the app is not installed for the owner */
  async function installationFor(owner: string): Promise<AppInstallation> {
    const configured = await loadConfigured();
    if (configured === undefined) return findInstallation(app, owner, await loadInstallations());
    return assertActive(app, owner, configured);
  }
  return {
    forOwner(owner) {
      const key = owner.toLowerCase();
      const client = clients.get(key) ?? createOwnerClient(owner);
      clients.set(key, client);
      return client;
    },
    async revokeTokens(context) {
      await Promise.all(
        Array.from(clients, async ([owner, creating]) => {
          const client = await creating.catch(() => undefined);
          // The problem has been reported where the client was needed.
          if (!client) return;
          try {
            await client.call(revokeInstallationToken, {}, { context });
          } catch (error) {
            log.warning(
              `The installation token for ${owner} could not be revoked, and expires within the hour: ${describeError(error)}`,
            );
          }
        }),
      );
    },
    grantsOf: async (owner) => (await installationFor(owner)).permissions,
    asApp: appClient,
    async installations() {
      const configured = await loadConfigured();
      return configured ? [configured] : [...(await loadInstallations()).byOwner.values()];
    },
  };
}

/** Describes permissions with the vendor's names: `the permission "Secrets" (write)`. */
function describePermissions(permissions: PermissionSet, dialect: DialectName): string {
  const names = Object.entries(permissions).map(([key, level]) => {
    const permission = neutralPermission(DIALECTS.svc, key);
    if (permission === undefined) return `"${key}" (${level})`;
    const { of } = PERMISSIONS[permission];
    return `the ${of} permission "${permissionNames(DIALECTS[dialect], permission).name}" (${level})`;
  });
  return names.join(" and ");
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
  const list = client.items(installationList, {}, { onInvalidItem: (invalid) => void unexpected.push(invalid) });
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
      `The service rejected the app ${app} with this key. Check that "client-id" (or "app-id") is its own, and that "private-key" is one of its keys.`,
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
