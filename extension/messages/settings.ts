import type { AccountRef } from "../model/account-ref.ts";
import type { Policy, Settings } from "../settings.ts";
import type { MessageSpec } from "./page.ts";

/** A setting that an import would change: its path (such as `controls.star`), old and new value. */
export interface SettingChange {
  readonly setting: string;
  readonly from: string | number | boolean;
  readonly to: string | number | boolean;
}

/** Preview of importing a settings file. */
export interface SettingsImportPlan {
  readonly changes: readonly SettingChange[];
  /** Changes that would protect tokens less. They are only made if the user allows them separately. */
  readonly weaker: readonly SettingChange[];
  /** Accounts that would be added, without tokens. */
  readonly added: readonly AccountRef[];
  /** Accounts that exist already and stay unchanged. */
  readonly existing: readonly AccountRef[];
  /** Accounts whose hosts the administrator does not allow. */
  readonly refused: readonly AccountRef[];
  /** Unknown fields, written by a newer version of Forgehand. */
  readonly unknown: readonly string[];
}

export interface CurrentSettings {
  readonly settings: Settings;
  readonly policy: Policy;
  /** Hosts on which the user has hidden the overlay's tab. */
  readonly hiddenTabs: readonly string[];
}

export interface SettingsMessages {
  settings: MessageSpec<object, CurrentSettings>;
  "save-settings": MessageSpec<{ readonly settings: Settings }, CurrentSettings>;
  /** Shows the overlay's tab on a host again. */
  "show-tab": MessageSpec<{ readonly origin: string }, undefined>;
  /** Exports settings and accounts, without tokens. */
  "export-settings": MessageSpec<object, { readonly name: string; readonly text: string }>;
  /** Previews an import. Fails with a problem that describes what is wrong with the file. */
  "plan-import": MessageSpec<{ readonly text: string }, SettingsImportPlan>;
  "import-settings": MessageSpec<{ readonly text: string; readonly allowWeaker: boolean }, SettingsImportPlan>;
  /**
   * Deletes everything: accounts, tokens, settings, lists, jobs and caches. Responds with the match patterns of hosts to
   * which the browser still gives access.
   */
  wipe: MessageSpec<object, { readonly keptHosts: readonly string[] }>;
}
