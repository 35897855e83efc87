import type { Failure, Skipped } from "../../plan.ts";
import { Problem } from "../../problem.ts";
import type { Run } from "../../run/run.ts";
import type { Entry } from "./entry.ts";
import { type Target, targetName, type Wanted } from "./template.ts";

/** A target, and what is wanted of it. */
export interface Wish<T extends Target = Target> {
  readonly target: T;
  readonly wanted: Wanted;
  /** The environment whose subject is shown. */
  readonly environment: string;
}

/** What the entries come to. */
export interface Wishes {
  readonly organizations: readonly Wish<{ readonly org: string }>[];
  readonly repositories: readonly Wish<Exclude<Target, { readonly org: string }>>[];
  readonly skipped: readonly Skipped[];
  readonly unreadable: readonly Failure[];
}

/** Finds the targets of all entries. @throws Problem where two of them want something of the same */
export async function findTargets(run: Pick<Run, "directory">, entries: readonly Entry[]): Promise<Wishes> {
  const organizations: Wish<{ readonly org: string }>[] = [];
  const repositories: Wish<Exclude<Target, { readonly org: string }>>[] = [];
  const [skipped, unreadable]: [Skipped[], Failure[]] = [[], []];
  for (const { organizations: logins, selection, wanted, environment } of entries) {
    if (wanted === undefined) continue;
    for (const org of logins) {
      if (run.directory.hasOwner(org)) organizations.push({ target: { org }, wanted, environment });
    }
    if (selection === undefined) continue;
    const found = await run.directory.find(selection);
    for (const { owner, repo } of found.repositories) {
      repositories.push({ target: { owner, repo }, wanted, environment });
    }
    skipped.push(...found.skipped);
    unreadable.push(...found.unreadable);
  }
  refuseTwice([...organizations, ...repositories]);
  return { organizations, repositories, skipped, unreadable };
}

function refuseTwice(wishes: readonly Wish[]): void {
  const seen = new Set<string>();
  for (const { target } of wishes) {
    const name = targetName(target).toLowerCase();
    if (seen.has(name)) {
      throw new Problem(
        `${targetName(target)} is in two entries of oidc-template, and has one subject template. Leave it out of one: repositories: acme/*, !acme/widgets`,
      );
    }
    seen.add(name);
  }
}
