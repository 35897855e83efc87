import type { Policy, Settings } from "../settings.ts";
import type { Ask } from "./page.ts";

export interface SettingAsks {
  settings: Ask<object, { readonly settings: Settings; readonly policy: Policy }>;
  "save-settings": Ask<{ readonly settings: Settings }, { readonly settings: Settings; readonly policy: Policy }>;
  /** Takes everything away: accounts, tokens, settings, lists, jobs, what is known. */
  wipe: Ask<object, undefined>;
}
