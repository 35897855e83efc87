import { isSelected, mayBeSelected, unmatchedSelectors } from "../../../hooks/select-hooks.ts";
import { APP_HOOK_NAME, type WebhookList } from "../../../hooks/webhook-info.ts";
import type { Failure, Skipped } from "../../../plan.ts";
import { describeError } from "../../../problem.ts";
import { measureTime } from "../../../run/measure-time.ts";
import type { RunContext } from "../../../run/run-context.ts";
import { findScopes, type ScopeEntries } from "../../../stores/find-scopes.ts";
import { scopeKey, scopeName } from "../../../stores/store-scope.ts";
import { defaultIfNoneFound } from "../../../targets/if-none-found.ts";
import type { WebhookEntry } from "../rotation-entry.ts";
import { rotationTarget } from "../rotation-target.ts";
import type { SecretReading } from "../secret-store/read-secrets.ts";
import type { WebhookScope } from "./webhook-location.ts";
import { type HookWithSecret, openWebhookStore } from "./webhook-store.ts";

/** An app has one webhook, which belongs to no owner and therefore to no shard. */
export const APP_SECRET_NOT_SHARDED =
  "An app's own webhook belongs to no shard: rotate its secret in a separate job without shards.";

/** Finds the scopes of all entries, each once with all entries that select webhooks of it. */
export async function findWebhookScopes(run: RunContext, entries: readonly WebhookEntry[]) {
  const groups = new Map<string, ScopeEntries<WebhookScope, WebhookEntry>>();
  const [skipped, unreadable]: [Skipped[], Failure[]] = [[], []];
  const add = (scope: WebhookScope, entry: WebhookEntry) => {
    const group = groups.get(scopeKey(scope)) ?? { scope, entries: [] };
    groups.set(scopeKey(scope), group);
    group.entries.push(entry);
  };
  for (const entry of entries) {
    if (entry.location.level === "app") {
      if (run.shard === undefined) add(entry.location, entry);
      else skipped.push({ target: APP_HOOK_NAME, why: APP_SECRET_NOT_SHARDED });
      continue;
    }
    const found = await findScopes(run, entry.location);
    skipped.push(...found.skipped);
    unreadable.push(...found.unreadable);
    for (const scope of found.scopes) if (scope.level !== "environment") add(scope, entry);
  }
  return { groups: [...groups.values()], skipped, unreadable };
}

/** The webhooks that were read for an entry, in one scope. */
export interface ListedHooks {
  readonly entry: WebhookEntry;
  readonly scope: WebhookScope;
  readonly list: WebhookList<HookWithSecret>;
}

/**
 * Reads the webhooks of one scope that entries select.
 * @throws ForgeError if the scope can't be read
 */
export async function readWebhooks(
  run: RunContext,
  { scope, entries }: ScopeEntries<WebhookScope, WebhookEntry>,
): Promise<{
  readonly found: readonly SecretReading[];
  readonly unreadable: readonly Failure[];
  readonly hooks: readonly ListedHooks[];
}> {
  const list = await (await openWebhookStore(run, scope)).hooks();
  const age = measureTime(run.clock);
  const found: SecretReading[] = [];
  const unreadable = list.unexpected
    .filter(({ id }) => entries.some(({ hooks }) => mayBeSelected(id, hooks)))
    .map(({ id, error }): Failure => {
      const target = id === undefined ? `${scopeName(scope)}: a webhook` : rotationTarget(scope, id);
      return { target, problem: describeError(error) };
    });
  for (const hook of list.hooks) {
    const [entry, other] = entries.filter(({ hooks }) => scope.level === "app" || isSelected(hook, hooks));
    if (!entry) continue;
    if (other) {
      const problems = [entry, other].map(({ problem }) => problem("hook", "").message.trim());
      const problem = `it must get its secret from one entry only, got two: ${problems.join(" and ")}.`;
      unreadable.push({ target: rotationTarget(scope, hook.id), problem });
      continue;
    }
    const { id: name, hasSecret, updatedAt } = hook;
    const stored = hasSecret ? { name, updatedAt, visibility: undefined } : undefined;
    const unused = { count: undefined, access: undefined, desiredAccess: undefined, alsoIn: [] };
    found.push({ entry, scope, name, stored, hook, age, ...unused });
  }
  return { found, unreadable, hooks: entries.map((entry) => ({ entry, scope, list })) };
}

/**
 * Returns the selectors of each entry that match none of its webhooks. In a sharded run, they can match webhooks of
 * other shards.
 */
export function unmatchedHooks(
  { shard, mode, log }: Pick<RunContext, "shard" | "mode" | "log">,
  readings: readonly ListedHooks[],
) {
  const [skipped, failures]: [Skipped[], Failure[]] = [[], []];
  if (shard !== undefined) return { skipped, failures };
  for (const [entry, ofEntry] of Map.groupBy(readings, (reading) => reading.entry)) {
    const lists = ofEntry.map(({ list }) => list);
    const unmatched = unmatchedSelectors(entry.hooks, lists, entry.ifNoneFound ?? defaultIfNoneFound(mode));
    skipped.push(...unmatched.skipped);
    failures.push(...unmatched.failures);
    for (const warning of unmatched.warnings) log.warning(warning);
    if (lists.every(({ hooks, unexpected }) => hooks.length + unexpected.length === 0))
      skipped.push(...ofEntry.map(({ scope }) => ({ target: scopeName(scope), why: "has no webhook" })));
  }
  return { skipped, failures };
}
