import type { Failure, Skipped } from "../plan.ts";
import { Problem } from "../problem.ts";
import type { RunContext } from "../run/run-context.ts";
import type { StoreLocation } from "./store-location.ts";
import { isSameName, type StoreScope, scopeKey } from "./store-scope.ts";

/** The scopes of an entry's items that belong to this run's shard. */
export interface FoundScopes<Kind extends string> {
  readonly scopes: readonly StoreScope<Kind>[];
  readonly skipped: readonly Skipped[];
  readonly unreadable: readonly Failure[];
}

/** Finds the scopes of an entry's items. */
export async function findScopes<Kind extends string>(
  { directory }: Pick<RunContext, "directory">,
  location: StoreLocation<Kind>,
): Promise<FoundScopes<Kind>> {
  if (location.level === "organization") {
    const { level, kind } = location;
    const { organizations, ...rest } = await directory.findOrganizations(location.organizations, location.ifNoneFound);
    return { scopes: organizations.map((org): StoreScope<Kind> => ({ level, kind, org })), ...rest };
  }
  const { repositories, skipped, unreadable } = await directory.find(location.selection);
  const scopes = repositories.map(({ owner, repo }): StoreScope<Kind> => {
    if (location.level === "repository") return { level: location.level, kind: location.kind, owner, repo };
    return { level: location.level, kind: location.kind, owner, repo, environment: location.environment };
  });
  return { scopes, skipped, unreadable };
}

/** Entries that name items of one scope. */
export interface ScopeEntries<Scope, Entry> {
  readonly scope: Scope;
  readonly entries: Entry[];
}

/**
 * Finds the scopes of all entries, each once with all entries that name items of it.
 * @param nameOf returns the name of an entry's item
 * @param duplicate describes two entries that name the same item of a scope
 * @throws Problem if two entries name the same item
 */
export async function findAllScopes<Kind extends string, Entry extends { readonly location: StoreLocation<Kind> }>(
  run: Pick<RunContext, "directory">,
  entries: readonly Entry[],
  nameOf: (entry: Entry) => string,
  duplicate: (scope: StoreScope<Kind>, first: Entry, second: Entry) => string,
) {
  const groups = new Map<string, ScopeEntries<StoreScope<Kind>, Entry>>();
  const [skipped, unreadable]: [Skipped[], Failure[]] = [[], []];
  // The items of one declaration share a location.
  for (const [location, ownEntries] of Map.groupBy(entries, ({ location }) => location)) {
    const found = await findScopes(run, location);
    skipped.push(...found.skipped);
    unreadable.push(...found.unreadable);
    for (const scope of found.scopes) {
      const key = scopeKey(scope);
      const group = groups.get(key) ?? { scope, entries: [] };
      groups.set(key, group);
      for (const entry of ownEntries) {
        const first = group.entries.find((candidate) => isSameName(nameOf(candidate), nameOf(entry)));
        if (first) throw new Problem(duplicate(scope, first, entry));
        group.entries.push(entry);
      }
    }
  }
  return { groups: [...groups.values()], skipped, unreadable };
}
