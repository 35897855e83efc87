import { type EventRule, eventRule } from "@forgehand/core/contract";
import { getAccount } from "../state/accounts.ts";
import { type Installation, installationReaches } from "../state/apps.ts";
import type { Database } from "../state/database.ts";
import { everyHookOf, findAppHook, type Hook } from "../state/hooks.ts";
import { activeInstallationsFor } from "../state/installations.ts";
import type { Repository } from "../state/repositories.ts";
import type { Event } from "../world.ts";

/** A webhook that gets an event; an app's, because it is installed there. */
export interface Listener {
  readonly hook: Hook;
  readonly installation: Installation | undefined;
}

/** Where something happened: at an account, in one of its repositories unless it was to the account itself. */
export interface Scene {
  readonly accountId: number;
  readonly repository: Repository | undefined;
}

type Happened = Pick<Event, "name" | "action">;

/**
 * The webhooks that get an event: of the repository, of its organization, and of apps that are installed there, as far as
 * they subscribe to it and may have it (document 1, Events).
 */
export function listenersAt(db: Database, { accountId, repository }: Scene, event: Happened): Listener[] {
  const rule = eventRule(event.name);
  const owned = [
    ...(repository ? everyHookOf(db, { kind: "repository", id: repository.id }) : []),
    ...(getAccount(db, accountId).type === "Organization"
      ? everyHookOf(db, { kind: "organization", id: accountId })
      : []),
  ];
  const direct = owned
    .filter((hook) => hook.active && isFor(rule, hook, event) && isSubscribed(hook.events, event.name))
    .map((hook) => ({ hook, installation: undefined }));
  return [...direct, ...appsAt(db, { accountId, repository }, rule, event)];
}

function appsAt(db: Database, { accountId, repository }: Scene, rule: EventRule, event: Happened): Listener[] {
  return activeInstallationsFor(db, accountId).flatMap((installation) => {
    const hook = findAppHook(db, installation.app_id);
    const gets =
      hook?.active &&
      isFor(rule, hook, event) &&
      (!repository || installationReaches(db, installation, repository)) &&
      isTold(rule, installation, event);
    return gets ? [{ hook, installation }] : [];
  });
}

const isSubscribed = (events: readonly string[], name: string) => events.includes(name) || events.includes("*");

/** May a webhook of this kind have this event, with this action? */
export function isFor(rule: EventRule, { owner }: Hook, { action }: Happened): boolean {
  return (actionRule(rule, action)?.hooks ?? rule.hooks).includes(owner.kind);
}

const actionRule = ({ actions }: EventRule, action: string | null) =>
  action !== null && actions && Object.hasOwn(actions, action) ? actions[action] : undefined;

/** Does an installation let its app know? */
function isTold(rule: EventRule, installation: Installation, event: Happened): boolean {
  const isSubscribed =
    installation.events.includes(event.name) ||
    rule.sentUnsubscribed === "always" ||
    (rule.sentUnsubscribed === "write" && holds(rule, installation, "write"));
  return isSubscribed && mayKnow(rule, installation, event);
}

/** May an app know of an event through this installation, if it subscribes to it? */
export function mayKnow(rule: EventRule, installation: Installation, { action }: Happened): boolean {
  return holds(rule, installation, actionRule(rule, action)?.level ?? "read");
}

function holds({ permissions: needs }: EventRule, { permissions }: Installation, level: "read" | "write"): boolean {
  return (
    needs.length === 0 ||
    needs.some((key) => permissions[key] === "write" || (level === "read" && permissions[key] === "read"))
  );
}
