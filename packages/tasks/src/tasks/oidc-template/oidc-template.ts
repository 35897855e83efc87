import { getRepository } from "@forgehand/core/operations";
import {
  getOrganizationSubjectTemplate,
  getRepositorySubjectTemplate,
  setOrganizationSubjectTemplate,
  setRepositorySubjectTemplate,
} from "@forgehand/core/operations/oidc";
import type { Task } from "../../run/task.ts";
import { applyTemplates, type TemplateChange } from "./apply.ts";
import { checkKeys } from "./check-keys.ts";
import { checkTokenPermission, compareSubjects } from "./expectation.ts";
import { planNotes } from "./plan-notes.ts";
import { expectationsOf, readTemplateState, type TemplateState } from "./state.ts";
import { describeDesired, hasIds, targetName } from "./template.ts";
import { readTemplateEntry, type TemplateEntry } from "./template-entry.ts";

/** Sets the subject template of organizations and repositories where it differs from the configured one. */
export const oidcTemplate: Task<TemplateEntry, TemplateState, TemplateChange> = {
  name: "oidc-template",
  title: "OIDC subject template",

  readEntries: (settings) => [readTemplateEntry(settings)],

  targets: ({ organizations, selection }) => ({ organizations, selection }),

  operations: ({ organizations, selection, desired }) => {
    const ofOrganization = [getOrganizationSubjectTemplate, setOrganizationSubjectTemplate];
    const ofRepository = [getRepositorySubjectTemplate, getRepository, setRepositorySubjectTemplate];
    return [
      ...(organizations.length === 0 ? [] : ofOrganization),
      ...(selection === undefined ? [] : ofRepository),
      ...(desired?.form === "organization" ? [getOrganizationSubjectTemplate] : []),
    ];
  },

  async check(run, entries) {
    checkTokenPermission(run, expectationsOf(entries));
    await checkKeys(run, entries);
  },

  read: readTemplateState,

  plan(state) {
    const { found, skipped, unreadable, comparison } = state;
    const changes = found.flatMap(({ target, desired, template, change }): TemplateChange[] => {
      if (change === undefined) return [];
      const { before, after, drift, pinsInheritedKeys } = change;
      const description = { target: targetName(target), what: "subject template", before, after, drift };
      return [
        {
          ...description,
          templateTarget: target,
          desired: desired,
          immutable: template.immutable,
          hadIds: hasIds(template),
          pinsInheritedKeys,
        },
      ];
    });
    const unchanged = found.flatMap(({ target, desired, organizationKeys, change }) =>
      change === undefined
        ? [{ target: targetName(target), why: `has ${describeDesired(desired, organizationKeys)} already` }]
        : [],
    );
    return {
      changes,
      skipped: [...skipped, ...unchanged],
      unreadable: [...unreadable, ...(comparison?.failures ?? [])],
      notes: planNotes(state),
      advice: comparison?.advice,
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
    const applied = await applyTemplates(run, changes);
    const { advice, failures } = await compareSubjects(run, expectations);
    return { ...applied, failures: [...applied.failures, ...failures], advice };
  },
};
