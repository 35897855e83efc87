import type { ControlId } from "./model/control-states.ts";
import { CONTROL_IDS, CONTROLS } from "./model/controls.ts";
import { recordOf } from "./model/record-of.ts";

/** Features that the user can switch on and off: the controls, and controls in the rows of lists. */
export type ControlSwitch = ControlId | "rows";
export const CONTROL_SWITCHES: readonly ControlSwitch[] = [...CONTROL_IDS, "rows"];

/** Supported languages, in the browsers' locale folder notation. */
export const LANGUAGES = ["en", "de", "es", "fr", "ja", "zh_CN"] as const;
export type Language = (typeof LANGUAGES)[number];

export const THEMES = ["auto", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

/** Auto-lock delays offered to the user, in minutes. */
export const LOCK_AFTER = [5, 15, 30, 60, 240, 0] as const;
export type LockAfter = (typeof LOCK_AFTER)[number];

/** Ways to show pending reviews: their number on the toolbar's icon, and a notification for each new one. */
export const REVIEW_ALERTS = ["badge", "notifications"] as const;
export type ReviewAlert = (typeof REVIEW_ALERTS)[number];

/** The user's settings. They contain no secrets. */
export interface Settings {
  readonly controls: Readonly<Record<ControlSwitch, boolean>>;
  /** Key combinations such as `Alt+Shift+S`; empty for none. */
  readonly shortcuts: Readonly<Record<ControlId, string>>;
  readonly theme: Theme;
  /** `auto` follows the browser's language. */
  readonly language: "auto" | Language;
  /** Minutes of inactivity after which tokens lock if a passphrase is set; 0 locks only when the browser closes. */
  readonly lockAfter: LockAfter;
  /** Display of pending reviews while no page is open. */
  readonly reviews: Readonly<Record<ReviewAlert, boolean>>;
}

export const DEFAULT_SETTINGS: Settings = {
  controls: recordOf(CONTROL_SWITCHES, () => true),
  shortcuts: recordOf(CONTROL_IDS, (id) => CONTROLS[id].shortcut),
  theme: "auto",
  language: "auto",
  lockAfter: 30,
  reviews: recordOf(REVIEW_ALERTS, () => false),
};

/** Settings enforced by an administrator (`storage.managed`). */
export interface Policy {
  /** Hosts that accounts are limited to; undefined allows any host. */
  readonly allowedHosts?: readonly string[] | undefined;
  readonly controlsOff: readonly ControlSwitch[];
  /** Set if the policy could not be applied as written. Everything that it could restrict is then restricted. */
  readonly problem?: "invalid" | "unreadable";
}
