import * as z from "zod/mini";
import { readHostAddress } from "../../host/address.ts";
import type { SettingAsks } from "../../messages/settings.ts";
import { accountSummaries, expectAccounts } from "../accounts.ts";
import { readBackup, writeBackup } from "../backup/backup.ts";
import { readPolicy, readSettings, SettingsSchema, writeSettings } from "../settings.ts";
import { settleSites } from "../sites.ts";
import { wipe } from "../wipe.ts";
import { type Handlers, handler } from "./handler.ts";

/** A file with settings is small; whatever is larger is something else. */
const text = z.string().check(z.maxLength(1_000_000));

/** What the extension's own pages ask about settings. */
export const SETTING_HANDLERS: Handlers<SettingAsks> = {
  settings: answer,
  "save-settings": handler<"save-settings">(z.object({ settings: SettingsSchema }), async ({ settings }) => {
    await writeSettings(settings);
    await settleSites();
    return answer();
  }),
  "export-settings": async () => ({
    name: `forgehand-settings-${new Date().toISOString().slice(0, 10)}.json`,
    text: writeBackup(await readSettings(), await accountSummaries()),
  }),
  "plan-import": handler<"plan-import">(z.object({ text }), async ({ text }) => (await read(text)).plan),
  "import-settings": handler<"import-settings">(z.object({ text }), async ({ text }) => {
    const { settings, plan } = await read(text);
    await writeSettings(settings);
    await expectAccounts(
      plan.added.map(({ origin, login }) => ({ ...readHostAddress(origin), login, dialect: "github" })),
    );
    await settleSites();
    return plan;
  }),
  wipe: async () => {
    await wipe();
    return undefined;
  },
};

async function answer() {
  return { settings: await readSettings(), policy: await readPolicy() };
}

async function read(text: string) {
  const [settings, accounts, policy] = await Promise.all([readSettings(), accountSummaries(), readPolicy()]);
  return readBackup(text, { settings, accounts, policy });
}
