import type { Declarations } from "../declarations.ts";
import { checkEach } from "../problem.ts";
import type { Settings } from "../settings/read.ts";
import type { TaskName } from "../settings/values.ts";
import { readEntry as readTemplateEntry } from "./oidc-template/entry.ts";
import { readOptions as readRedeliveryEntry } from "./redeliver/options.ts";
import { readEntry as readRotationEntry } from "./rotate-secrets/entry.ts";

const READ_ENTRY: Readonly<Record<TaskName, (settings: Settings) => unknown>> = {
  "rotate-secrets": readRotationEntry,
  "oidc-template": readTemplateEntry,
  redeliver: readRedeliveryEntry,
};

/** Refuses settings that don't go together, without loading what the tasks themselves take. @throws Problem with all that is wrong */
export function checkEntries(declarations: Declarations): void {
  const all = Array.from(declarations, ([name, entries]) => entries.map((settings) => ({ name, settings })));
  checkEach(all.flat(), ({ name, settings }) => READ_ENTRY[name](settings));
}
