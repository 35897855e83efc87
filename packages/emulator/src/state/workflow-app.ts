import type { Dialect } from "@forgehand/core/dialects";
import { accounts, createAccount } from "./accounts.ts";
import { botLogin } from "./apps.ts";
import type { Database } from "./database.ts";

// The service's own app that runs workflows. It is installed everywhere and listed nowhere, so only its bot is stored.

/** The app's id on github.com. */
export const WORKFLOW_APP_ID = 15368;

/** The id of its bot on github.com. */
export const WORKFLOW_BOT_ID = 41898282;

/** Creation time of the app and its bot. */
export const WORKFLOW_APP_CREATED = "2018-07-30T09:30:17Z";

export const workflowAppSlug = ({ mediaTypeVendor }: Dialect) => `${mediaTypeVendor}-actions`;

/** Creates the bot that jobs act as with their built-in token, unless it exists. */
export function ensureWorkflowBot(db: Database, dialect: Dialect): void {
  const login = botLogin(workflowAppSlug(dialect));
  if (accounts.find(db, { login })) return;
  createAccount(db, { id: WORKFLOW_BOT_ID, login, type: "Bot", created_at: WORKFLOW_APP_CREATED });
}
