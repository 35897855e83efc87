import type { Client } from "@forgehand/core";
import type { AnyOperation } from "@forgehand/core/contract";
import type { Work } from "./cancellation/work.ts";
import { Problem } from "./problem.ts";

/** Clients for the service, by the step's credentials. */
export interface Connection {
  /**
   * Returns the client for an owner: an app has one for each installation.
   * @throws UncoveredOwner if the credentials don't cover the owner
   */
  readonly forOwner: (owner: string) => Promise<Client>;
  /** Like `forOwner`, for variables that store state, which may use another token. */
  readonly forState: (owner: string) => Promise<Client>;
  /**
   * Returns the client of the app itself.
   * @throws Problem if the credentials are not an app's
   */
  readonly asApp: () => Client;
  /**
   * Returns the permissions that the app's installation has for an owner; undefined for a token, whose permissions can't
   * be read.
   * @throws Problem if the app is not installed for the owner
   */
  readonly grantsOf: (owner: string) => Promise<GrantedPermissions | undefined>;
  /**
   * Revokes the installation tokens that were created. Failures are logged: the tokens then expire within the hour.
   * @param context the work that the calls belong to
   */
  readonly revokeTokens: (context: Work) => Promise<void>;
  /** Lists the app's installations, or the one of the settings; undefined for a token. */
  readonly installations: () => Promise<readonly Installation[] | undefined>;
}

/** Operations that calls use, from which the permissions of tokens are derived. */
export interface UsedOperations {
  readonly required: readonly AnyOperation[];
  /** Operations that are used only if the credentials allow them. */
  readonly optional: readonly AnyOperation[];
}

/** Levels of permissions, as the service names them. */
export type GrantedPermissions = Readonly<Record<string, string>>;

/** The credentials don't cover an owner, or it does not exist. */
export class UncoveredOwner extends Problem {}

/** An installation of an app. */
export interface Installation {
  readonly id: string;
  readonly owner: string;
  readonly kind: "organization" | "user" | "enterprise";
  readonly isSuspended: boolean;
}
