import { type EventRule, eventRule } from "@forgehand/core/contract";
import type { WebhookEvent } from "../emulator-context.ts";
import { getAccount } from "../state/accounts.ts";
import { type Installation, isInInstallation } from "../state/apps.ts";
import type { Database } from "../state/database.ts";
import { type Hook, hooks, hooksOf, ownerOf } from "../state/hooks.ts";
import { activeInstallationsFor } from "../state/installations.ts";
import type { Repository } from "../state/repositories.ts";

/** A webhook that receives an event; for an app's hook, with the installation it receives it for. */
export interface EventRecipient {
  readonly hook: Hook;
  readonly installation: Installation | undefined;
}

/** Location of an event: an account, and one of its repositories unless it concerns the account itself. */
export interface EventSource {
  readonly accountId: number;
  readonly repository: Repository | undefined;
}

type EventType = Pick<WebhookEvent, "name" | "action" | "appId">;

/**
 * Finds the webhooks that receive an event: of the repository, its organization, and installed apps, if they subscribe
 * to it and are permitted to receive it.
 */
export function findRecipients(
  db: Database,
  { accountId, repository }: EventSource,
  event: EventType,
): EventRecipient[] {
  const rule = eventRule(event.name);
  const ownHooks = [
    ...(repository ? hooksOf(db, { kind: "repository", id: repository.id }) : []),
    ...(getAccount(db, accountId).type === "Organization" ? hooksOf(db, { kind: "organization", id: accountId }) : []),
  ];
  const hookRecipients = ownHooks
    .filter((hook) => hook.active && canReceive(rule, hook, event) && isSubscribed(hook.events, event.name))
    .map((hook) => ({ hook, installation: undefined }));
  return [...hookRecipients, ...findAppRecipients(db, { accountId, repository }, rule, event)];
}

function findAppRecipients(
  db: Database,
  { accountId, repository }: EventSource,
  rule: EventRule,
  event: EventType,
): EventRecipient[] {
  return activeInstallationsFor(db, accountId).flatMap((installation) => {
    const hook = hooks.find(db, { app_id: installation.app_id });
    const isRecipient =
      hook?.active &&
      canReceive(rule, hook, event) &&
      (!repository || isInInstallation(db, installation, repository)) &&
      (event.appId === undefined || event.appId === installation.app_id) &&
      isInstallationNotified(rule, installation, event);
    return isRecipient ? [{ hook, installation }] : [];
  });
}

const isSubscribed = (events: readonly string[], name: string) => events.includes(name) || events.includes("*");

/** Whether webhooks of this kind can receive the event with this action. */
export function canReceive(rule: EventRule, hook: Hook, { action }: EventType): boolean {
  return (ruleForAction(rule, action)?.hooks ?? rule.hooks).includes(ownerOf(hook).kind);
}

const ruleForAction = ({ actions }: EventRule, action: string | null) =>
  action !== null && actions && Object.hasOwn(actions, action) ? actions[action] : undefined;

/** Whether an installation's app is notified of an event. */
function isInstallationNotified(rule: EventRule, installation: Installation, event: EventType): boolean {
  const isSubscribed =
    installation.events.includes(event.name) ||
    rule.sentUnsubscribed === "always" ||
    (rule.sentUnsubscribed === "write" && hasPermission(rule, installation, "write"));
  return isSubscribed && installationPermits(rule, installation, event);
}

/** Whether an installation's permissions allow the event for its app, given a subscription. */
export function installationPermits(rule: EventRule, installation: Installation, { action }: EventType): boolean {
  return hasPermission(rule, installation, ruleForAction(rule, action)?.level ?? "read");
}

function hasPermission(
  { permissions: needs }: EventRule,
  { permissions }: Installation,
  level: "read" | "write",
): boolean {
  return (
    needs.length === 0 ||
    needs.some((key) => permissions[key] === "write" || (level === "read" && permissions[key] === "read"))
  );
}
