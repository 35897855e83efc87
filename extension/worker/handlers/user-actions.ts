import type { MessageKind } from "../../messages/protocol.ts";

/**
 * Whether each kind of message is only sent when the user does something. All others can be sent automatically, such as
 * when a page is opened or refreshes itself, so they don't postpone the lock.
 */
export const USER_ACTIONS: Readonly<Record<MessageKind, boolean>> = {
  overlay: false,
  "cached-states": false,
  states: false,
  "row-states": false,
  load: false,
  change: true,
  candidates: true,
  "switch-account": true,
  "move-tab": true,

  accounts: false,
  "save-account": true,
  "remove-account": true,
  "use-account": true,
  "test-account": true,
  "token-plan": false,

  "lock-state": false,
  "unlock-wait": false,
  lock: true,
  unlock: true,
  "set-passphrase": true,
  "change-passphrase": true,
  "remove-passphrase": true,
  "forget-passphrase": true,

  settings: false,
  "save-settings": true,
  "show-tab": true,
  "export-settings": true,
  "plan-import": true,
  "import-settings": true,
  wipe: true,

  site: false,
  "recent-problems": false,
  "clear-problems": true,
  limits: false,
  "waiting-reviews": false,

  "held-changes": false,
  "confirm-change": true,
  "dismiss-change": true,

  "lists-refresh": true,
  "lists-check-all": true,
  "lists-check": false,
  "lists-estimate-checks": false,
  "lists-stop": true,
  "jobs-estimate": false,
  "jobs-start": true,
  "jobs-pause": true,
  "jobs-resume": true,
  "jobs-cancel": true,
  "jobs-undo": true,
  "change-entry": true,
};
