import { parseHostAddress } from "../../host/host-address.ts";
import type { SettingsMessages } from "../../messages/settings.ts";
import type { Settings } from "../../settings.ts";
import { accountSummaries, addPendingAccounts } from "../accounts.ts";
import { pauseDisabledJobs } from "../lists/bulk-services.ts";
import { checkReviews } from "../reviews/check-reviews.ts";
import { parseSettings, readPolicy, readSettings, writeSettings } from "../settings.ts";
import { formatSettingsFile, parseSettingsFile } from "../settings-file.ts";
import { updateSites } from "../sites.ts";
import { readTabPositions, saveTabPosition } from "../tab-positions.ts";
import { runInBackground } from "../task-gate.ts";
import { wipe } from "../wipe.ts";
import { type MessageHandlers, validatingHandler } from "./handler.ts";

/** Settings files are small; anything larger is rejected. */
const fileSchema = { type: "limited", of: "string", max: 1_000_000 } as const;

/** Handlers for settings messages of the extension's pages. */
export const SETTING_HANDLERS: MessageHandlers<SettingsMessages> = {
  settings: currentSettings,
  "save-settings": validatingHandler({ settings: { type: "object", fields: {} } }, async ({ settings }) => {
    await applySettings(parseSettings(settings));
    return currentSettings();
  }),
  "show-tab": validatingHandler({ origin: "string" }, async ({ origin }) => {
    await saveTabPosition(origin, "end");
    await updateSites();
    return undefined;
  }),
  "export-settings": async () => ({
    name: `forgehand-settings-${new Date().toISOString().slice(0, 10)}.json`,
    text: formatSettingsFile(await readSettings(), await accountSummaries()),
  }),
  "plan-import": validatingHandler({ text: fileSchema }, async ({ text }) => (await planImport(text, false)).plan),
  "import-settings": validatingHandler({ text: fileSchema, allowWeaker: "boolean" }, async ({ text, allowWeaker }) => {
    const { settings, plan } = await planImport(text, allowWeaker);
    await addPendingAccounts(
      plan.added.map(({ origin, login }) => ({ ...parseHostAddress(origin), login, dialect: "github" })),
    );
    await applySettings(settings);
    return plan;
  }),
  wipe: async () => ({ keptHosts: await wipe() }),
};

async function applySettings(settings: Settings): Promise<void> {
  await writeSettings(settings);
  await updateSites();
  await pauseDisabledJobs();
  runInBackground(checkReviews);
}

async function currentSettings() {
  const positions = Object.entries(await readTabPositions());
  const hiddenTabs = positions.flatMap(([origin, position]) => (position === "hidden" ? [origin] : []));
  return { settings: await readSettings(), policy: await readPolicy(), hiddenTabs };
}

async function planImport(text: string, allowWeaker: boolean) {
  const [settings, accounts, policy] = await Promise.all([readSettings(), accountSummaries(), readPolicy()]);
  return parseSettingsFile(text, { settings, accounts, policy }, { allowWeaker });
}
