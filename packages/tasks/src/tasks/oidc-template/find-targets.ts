import type { Failure, Skipped } from "../../plan.ts";
import { Problem } from "../../problem.ts";
import type { RunContext } from "../../run/run-context.ts";
import { type TemplateGoal, type TemplateTarget, targetName } from "./template.ts";
import type { TemplateEntry, TrustRequest } from "./template-entry.ts";

export interface DesiredTemplate<T extends TemplateTarget = TemplateTarget> {
  readonly target: T;
  readonly goal: TemplateGoal;
  /** Deployment environment used in the subjects of the plan. */
  readonly environment: string;
  /** Trust conditions to write; undefined for organizations, whose repositories they can't name. */
  readonly trust: TrustRequest | undefined;
}

/** The targets of all entries. */
export interface TemplateTargets {
  readonly organizations: readonly DesiredTemplate<{ readonly org: string }>[];
  readonly repositories: readonly DesiredTemplate<Exclude<TemplateTarget, { readonly org: string }>>[];
  readonly skipped: readonly Skipped[];
  readonly unreadable: readonly Failure[];
}

/**
 * Finds the targets of all entries.
 * @throws Problem if two entries have the same target
 */
export async function findTargets(
  run: Pick<RunContext, "directory">,
  entries: readonly TemplateEntry[],
): Promise<TemplateTargets> {
  const organizations: DesiredTemplate<{ readonly org: string }>[] = [];
  const repositories: DesiredTemplate<Exclude<TemplateTarget, { readonly org: string }>>[] = [];
  const [skipped, unreadable]: [Skipped[], Failure[]] = [[], []];
  for (const { organizations: patterns, ifNoneFound, selection, goal, environment, trust } of entries) {
    if (goal === undefined) continue;
    const owners = await run.directory.findOrganizations(patterns, ifNoneFound);
    for (const org of owners.organizations)
      organizations.push({ target: { org }, goal, environment, trust: undefined });
    skipped.push(...owners.skipped);
    unreadable.push(...owners.unreadable);
    if (selection === undefined) continue;
    const found = await run.directory.find(selection);
    for (const { owner, repo } of found.repositories) {
      repositories.push({ target: { owner, repo }, goal, environment, trust });
    }
    skipped.push(...found.skipped);
    unreadable.push(...found.unreadable);
  }
  rejectDuplicates([...organizations, ...repositories]);
  return { organizations, repositories, skipped, unreadable };
}

function rejectDuplicates(targets: readonly DesiredTemplate[]): void {
  const seen = new Set<string>();
  for (const { target } of targets) {
    const name = targetName(target).toLowerCase();
    if (seen.has(name)) {
      throw new Problem(
        `${targetName(target)} must be in one entry of oidc-template only, got two. Exclude it from one: repositories: acme/*, !acme/widgets`,
      );
    }
    seen.add(name);
  }
}
