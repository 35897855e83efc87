import type { Policy, Settings } from "../settings.ts";
import type { AccountName } from "./accounts.ts";
import type { Ask } from "./page.ts";

/** A setting that a file would change: its path (`controls.star`), from what and to what. */
export interface SettingChange {
  readonly setting: string;
  readonly from: string | number | boolean;
  readonly to: string | number | boolean;
}

/** What a file would do. */
export interface ImportPlan {
  readonly changes: readonly SettingChange[];
  /** Accounts that would be added, without their tokens. */
  readonly added: readonly AccountName[];
  /** Accounts that are there already, and stay as they are. */
  readonly there: readonly AccountName[];
  /** Accounts whose hosts the administrator doesn't allow. */
  readonly refused: readonly AccountName[];
  /** Fields that Forgehand doesn't know: a newer version wrote them. */
  readonly unknown: readonly string[];
}

export interface SettingAsks {
  settings: Ask<object, { readonly settings: Settings; readonly policy: Policy }>;
  "save-settings": Ask<{ readonly settings: Settings }, { readonly settings: Settings; readonly policy: Policy }>;
  /** Settings and accounts as a file, without any token. */
  "export-settings": Ask<object, { readonly name: string; readonly text: string }>;
  /** What such a file would do; a problem says where it is wrong. */
  "plan-import": Ask<{ readonly text: string }, ImportPlan>;
  "import-settings": Ask<{ readonly text: string }, ImportPlan>;
  /** Takes everything away: accounts, tokens, settings, lists, jobs, what is known. */
  wipe: Ask<object, undefined>;
}
