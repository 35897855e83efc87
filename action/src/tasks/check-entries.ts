import type { Declarations } from "../declarations.ts";
import type { Settings } from "../settings/read.ts";
import type { TaskName } from "../settings/settings.ts";
import { readEntry as readTemplateEntry } from "./oidc-template/entry.ts";
import { readOptions as readRedeliveryEntry } from "./redeliver/options.ts";
import { readEntry as readRotationEntry } from "./rotate-secrets/entry.ts";

const READ_ENTRY: Readonly<Record<TaskName, (settings: Settings) => unknown>> = {
  "rotate-secrets": readRotationEntry,
  "oidc-template": readTemplateEntry,
  redeliver: readRedeliveryEntry,
};

/** Refuses settings that don't go together, without loading what the tasks themselves take. @throws Problem */
export function checkEntries(declarations: Declarations): void {
  for (const [name, entries] of declarations) for (const settings of entries) READ_ENTRY[name](settings);
}
