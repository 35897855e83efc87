import type { Failure, Skipped } from "../../plan.ts";
import { readEach } from "../../run/read-each.ts";
import type { RunContext } from "../../run/run-context.ts";
import { keyWarnings } from "./check-keys.ts";
import { compareSubjects, type SubjectComparison, type SubjectExpectation } from "./expectation.ts";
import { findTargets } from "./find-targets.ts";
import { createOwnerTemplates } from "./owner-templates.ts";
import { readOrganization, readRepository } from "./read-target.ts";
import type { TemplateReading } from "./reading.ts";
import { type TemplateTarget, targetName } from "./template.ts";
import type { TemplateEntry } from "./template-entry.ts";
import { type TrustResult, writeTrust } from "./trust-files.ts";

export interface TemplateState {
  readonly found: readonly TemplateReading[];
  readonly skipped: readonly Skipped[];
  readonly unreadable: readonly Failure[];
  /** Warnings about the keys. */
  readonly warnings: readonly string[];
  readonly expectations: readonly SubjectExpectation[];
  /** Result of the subject comparison; undefined in mode `apply`, where it runs after the changes. */
  readonly comparison: SubjectComparison | undefined;
  readonly trust: TrustResult;
}

/** Returns the expectations of all entries without duplicates: an input applies to every entry. */
export function expectationsOf(entries: readonly TemplateEntry[]): readonly SubjectExpectation[] {
  const expectations = entries.flatMap(({ expectation }) => expectation ?? []);
  return [
    ...new Map(
      expectations.map((expectation) => [JSON.stringify([expectation.text, expectation.audience]), expectation]),
    ).values(),
  ];
}

/**
 * Reads all targets of the entries, organizations first, as repositories may follow them, and writes the trust conditions
 * that they need.
 * @throws Problem if trust conditions can't be written, so that nothing is applied without them
 */
export async function readTemplateState(run: RunContext, entries: readonly TemplateEntry[]): Promise<TemplateState> {
  const expectations = expectationsOf(entries);
  const { organizations, repositories, skipped, unreadable } = await findTargets(run, entries);
  const owners = await readEach(run, organizations, nameOf, (wanted) => readOrganization(run, wanted));
  const ownerTemplates = createOwnerTemplates(run, organizations, owners.states);
  const repos = await readEach(run, repositories, nameOf, (wanted) => readRepository(run, wanted, ownerTemplates));
  const found = [...owners.states, ...repos.states];
  const failures = [...unreadable, ...owners.unreadable, ...repos.unreadable];
  return {
    found,
    skipped,
    unreadable: failures,
    warnings: keyWarnings(entries),
    expectations,
    comparison: run.mode === "apply" ? undefined : await compareSubjects(run, expectations),
    trust: await writeTrust(run, found, failures),
  };
}

const nameOf = ({ target }: { readonly target: TemplateTarget }) => targetName(target);
