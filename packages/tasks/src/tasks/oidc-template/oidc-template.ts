import { getRepository } from "@forgehand/core/operations";
import {
  getOrganizationSubjectTemplate,
  getRepositorySubjectTemplate,
  setOrganizationSubjectTemplate,
  setRepositorySubjectTemplate,
} from "@forgehand/core/operations/oidc";
import type { Skipped } from "../../plan.ts";
import type { Task } from "../../run/task.ts";
import { applyTemplates, type TemplateChange } from "./apply.ts";
import { checkKeys } from "./check-keys.ts";
import { checkTokenPermission, compareSubjects } from "./expectation.ts";
import { planNotes } from "./plan-notes.ts";
import type { TemplateReading } from "./reading.ts";
import { expectationsOf, readTemplateState, type TemplateState } from "./state.ts";
import { describeDesired, hasIds, immutableToSend, targetName } from "./template.ts";
import { readTemplateEntry, type TemplateEntry } from "./template-entry.ts";

/** Sets the subject template of organizations and repositories where it differs from the configured one. */
export const oidcTemplate: Task<TemplateEntry, TemplateState, TemplateChange> = {
  name: "oidc-template",
  title: "OIDC subject template",

  readEntries: (settings) => [readTemplateEntry(settings)],

  targets: ({ organizations, ifNoneFound, selection }) => ({ organizations, ifNoneFound, selection }),

  operations: ({ organizations, selection, goal }, canWrite) => ({
    required: [
      ...(organizations.length === 0 ? [] : [getOrganizationSubjectTemplate]),
      ...(organizations.length > 0 && canWrite ? [setOrganizationSubjectTemplate] : []),
      ...(selection ? [getRepositorySubjectTemplate, getRepository] : []),
      ...(goal?.form.form === "organization" ? [getOrganizationSubjectTemplate] : []),
      ...(selection && canWrite ? [setRepositorySubjectTemplate] : []),
    ],
    // The template of this job's own repository, and that of an organization that a repository may follow.
    optional: [getOrganizationSubjectTemplate, getRepositorySubjectTemplate],
  }),

  async check(run, entries) {
    checkTokenPermission(run, expectationsOf(entries));
    await checkKeys(run, entries);
  },

  read: readTemplateState,

  plan(state) {
    const { found, skipped, unreadable, comparison, trust } = state;
    const changes = found.flatMap(({ target, goal, desired, template, change }): TemplateChange[] => {
      if (change === undefined) return [];
      const { before, after, drift, details, precedesOrganization, idsAfter } = change;
      const description = { target: targetName(target), what: "subject template", before, after, drift, details };
      const immutable = immutableToSend(template, goal.immutable);
      return [{ ...description, templateTarget: target, desired, immutable, idsAfter, precedesOrganization }];
    });
    return {
      // Without its trust conditions, a repository's jobs could lose their access.
      changes: trust.failures.length === 0 ? changes : [],
      skipped: [...skipped, ...found.flatMap(unchanged)],
      unreadable: [...unreadable, ...trust.failures, ...(comparison?.failures ?? [])],
      notes: planNotes(state),
      advice: [...trust.advice, ...(comparison?.advice ?? [])],
    };
  },

  calls: (changes) => [
    {
      operation: setOrganizationSubjectTemplate,
      count: changes.filter(({ templateTarget }) => "org" in templateTarget).length,
    },
    {
      operation: setRepositorySubjectTemplate,
      count: changes.filter(({ templateTarget }) => !("org" in templateTarget)).length,
    },
    { operation: getRepositorySubjectTemplate, count: changes.length },
  ],

  async apply(run, changes, { expectations }) {
    const outcomes = await applyTemplates(run, changes);
    return { outcomes, ...(await compareSubjects(run, expectations)) };
  },
};

/** Returns why a target is not changed; nothing if it is. */
function unchanged({ target, goal, template, desired, organizationKeys, change }: TemplateReading): readonly Skipped[] {
  if (change !== undefined) return [];
  const ids = goal.immutable === undefined ? "" : hasIds(template) ? " with ids" : " without ids";
  const why = `has ${describeDesired(desired, organizationKeys)}${ids} already`;
  return [{ target: targetName(target), why, isUnchanged: true }];
}
