import type { Client } from "@forgehand/core";

/** The service, as the step's credentials reach it. */
export interface Connection {
  /**
   * The client for what belongs to an owner: an app has one for each of its installations.
   * @throws Problem where the credentials don't reach that owner
   */
  readonly forOwner: (owner: string) => Promise<Client>;
  /** The same for variables that keep a state, which may need another token. */
  readonly forState: (owner: string) => Promise<Client>;
  /** As the app itself. @throws Problem where the credentials are not an app's */
  readonly asApp: () => Client;
  /** The owners that the credentials reach, as far as they tell: an app's installations; undefined where it is a token. */
  readonly installations: () => Promise<readonly Installation[] | undefined>;
}

/** One owner that an app is installed for. */
export interface Installation {
  readonly id: string;
  readonly owner: string;
}
