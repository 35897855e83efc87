/** What a person can switch on and off. */
export const CONTROL_SWITCHES = ["star", "watch", "review-request", "rows"] as const;
export type ControlSwitch = (typeof CONTROL_SWITCHES)[number];

/** The controls that have a shortcut. */
export const SHORTCUT_IDS = ["star", "watch", "review-request"] as const satisfies readonly ControlSwitch[];
export type ShortcutId = (typeof SHORTCUT_IDS)[number];

/** Languages that Forgehand speaks, as browsers name them in an extension. */
export const LANGUAGES = ["en", "de", "es", "fr", "ja", "zh_CN"] as const;
export type Language = (typeof LANGUAGES)[number];

export const THEMES = ["auto", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

/** Minutes that somebody may choose for the lock to wait. */
export const LOCK_AFTER = [5, 15, 30, 60, 240, 0] as const;
export type LockAfter = (typeof LOCK_AFTER)[number];

/** How Forgehand is to look and act. Nothing in it is a secret. */
export interface Settings {
  readonly controls: Readonly<Record<ControlSwitch, boolean>>;
  /** Keys on a page, such as `Alt+Shift+S`; empty for none. */
  readonly shortcuts: Readonly<Record<ShortcutId, string>>;
  readonly theme: Theme;
  /** `auto` is the browser's own. */
  readonly language: "auto" | Language;
  /** Minutes without anybody there after which tokens lock, where there is a passphrase; 0: when the browser closes. */
  readonly lockAfter: LockAfter;
}

export const DEFAULT_SETTINGS: Settings = {
  controls: { star: true, watch: true, "review-request": true, rows: true },
  shortcuts: { star: "Alt+Shift+S", watch: "Alt+Shift+W", "review-request": "Alt+Shift+R" },
  theme: "auto",
  language: "auto",
  lockAfter: 30,
};

/** What an administrator decides for a person (`storage.managed`). */
export interface Policy {
  /** The only hosts that accounts may be for; undefined: any. */
  readonly allowedHosts?: readonly string[] | undefined;
  /** Controls that stay off. */
  readonly controlsOff: readonly ControlSwitch[];
}
