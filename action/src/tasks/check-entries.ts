import type { Declarations } from "../declarations.ts";
import { checkEach } from "../problem.ts";
import type { Settings } from "../settings/create-settings.ts";
import type { TaskName } from "../settings/values.ts";
import { readEntry as readTemplateEntry } from "./oidc-template/template-entry.ts";
import { readRedeliverOptions as readRedeliveryEntry } from "./redeliver/redeliver-options.ts";
import { readEntry as readRotationEntry } from "./rotate-secrets/rotation-entry.ts";

const ENTRY_READERS: Readonly<Record<TaskName, (settings: Settings) => unknown>> = {
  "rotate-secrets": readRotationEntry,
  "oidc-template": readTemplateEntry,
  redeliver: readRedeliveryEntry,
};

/**
 * Rejects settings that contradict each other, without loading the tasks.
 * @throws Problem with all violations
 */
export function checkEntries(declarations: Declarations): void {
  const all = Array.from(declarations, ([name, entries]) => entries.map((settings) => ({ name, settings })));
  checkEach(all.flat(), ({ name, settings }) => ENTRY_READERS[name](settings));
}
