import type { Control, KnownApp } from "../public.ts";
import { getAccount } from "../state/accounts.ts";
import { type App, apps } from "../state/apps.ts";
import { ALL_ROWS, type Database } from "../state/database.ts";
import { installationsOf } from "../state/installations.ts";

/** Creates the control that lists apps. */
export function createAppControl(db: Database): Pick<Control, "apps"> {
  return { apps: () => apps.all(db, {}, "id").map((app) => describeApp(db, app)) };
}

function describeApp(db: Database, { id, slug, client_id, bot_id }: App): KnownApp {
  const { rows } = installationsOf(db, id, { since: undefined, outdated: false }, ALL_ROWS);
  return {
    slug,
    id,
    clientId: client_id,
    bot: getAccount(db, bot_id).login,
    installations: Object.fromEntries(rows.map((row) => [getAccount(db, row.account_id).login, row.id])),
  };
}
