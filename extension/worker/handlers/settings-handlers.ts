import * as z from "zod/mini";
import { parseHostAddress } from "../../host/host-address.ts";
import type { SettingsMessages } from "../../messages/settings.ts";
import { accountSummaries, addPendingAccounts } from "../accounts.ts";
import { formatSettingsFile, parseSettingsFile } from "../backup/settings-file.ts";
import { readPolicy, readSettings, SettingsSchema, writeSettings } from "../settings.ts";
import { updateSites } from "../sites.ts";
import { wipe } from "../wipe.ts";
import { type MessageHandlers, validatingHandler } from "./handler.ts";

/** Settings files are small; anything larger is rejected. */
const fileSchema = z.string().check(z.maxLength(1_000_000));

/** Handlers for settings messages of the extension's pages. */
export const SETTING_HANDLERS: MessageHandlers<SettingsMessages> = {
  settings: currentSettings,
  "save-settings": validatingHandler<"save-settings">(z.object({ settings: SettingsSchema }), async ({ settings }) => {
    await writeSettings(settings);
    await updateSites();
    return currentSettings();
  }),
  "export-settings": async () => ({
    name: `forgehand-settings-${new Date().toISOString().slice(0, 10)}.json`,
    text: formatSettingsFile(await readSettings(), await accountSummaries()),
  }),
  "plan-import": validatingHandler<"plan-import">(
    z.object({ text: fileSchema }),
    async ({ text }) => (await planImport(text)).plan,
  ),
  "import-settings": validatingHandler<"import-settings">(z.object({ text: fileSchema }), async ({ text }) => {
    const { settings, plan } = await planImport(text);
    await writeSettings(settings);
    await addPendingAccounts(
      plan.added.map(({ origin, login }) => ({ ...parseHostAddress(origin), login, dialect: "github" })),
    );
    await updateSites();
    return plan;
  }),
  wipe: async () => {
    await wipe();
    return undefined;
  },
};

async function currentSettings() {
  return { settings: await readSettings(), policy: await readPolicy() };
}

async function planImport(text: string) {
  const [settings, accounts, policy] = await Promise.all([readSettings(), accountSummaries(), readPolicy()]);
  return parseSettingsFile(text, { settings, accounts, policy });
}
