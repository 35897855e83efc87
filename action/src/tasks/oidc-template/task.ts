import {
  getRepositorySubjectTemplate,
  setOrganizationSubjectTemplate,
  setRepositorySubjectTemplate,
} from "@forgehand/core/operations/oidc";
import type { Task } from "../../task.ts";
import { applySettings, type Setting } from "./apply.ts";
import { checkKeys } from "./check-keys.ts";
import { type Entry, readEntry } from "./entry.ts";
import { checkTokenRight, compareSubjects } from "./expectation.ts";
import { notesOf } from "./notes.ts";
import { expectationsOf, readState, type State } from "./state.ts";
import { describeWanted, targetName } from "./template.ts";

/** Gives organizations and repositories the subject template that is asked for, where theirs is another. */
export const oidcTemplate: Task<Entry, State, Setting> = {
  name: "oidc-template",
  title: "OIDC subject template",

  declare: readEntry,

  scope: ({ organizations, selection }) => ({ organizations, selection }),

  async check(run, entries) {
    checkTokenRight(run, expectationsOf(entries));
    await checkKeys(run, entries);
  },

  read: readState,

  plan(state) {
    const { found, skipped, unreadable, compared } = state;
    const changes = found.flatMap(({ target, wanted, template, change }): Setting[] => {
      if (change === undefined) return [];
      const { before, after, drift, isKept } = change;
      const told = { target: targetName(target), what: "subject template", before, after, drift };
      return [{ ...told, of: target, wanted, immutable: template.immutable, isKept }];
    });
    const same = found.flatMap(({ target, wanted, organizations, change }) =>
      change === undefined
        ? [{ target: targetName(target), why: `has ${describeWanted(wanted, organizations)} already` }]
        : [],
    );
    return {
      changes,
      skipped: [...skipped, ...same],
      unreadable: [...unreadable, ...(compared?.failures ?? [])],
      notes: notesOf(state),
      advice: compared?.advice,
    };
  },

  calls: (changes) => [
    { operation: setOrganizationSubjectTemplate, count: changes.filter(({ of }) => "org" in of).length },
    { operation: setRepositorySubjectTemplate, count: changes.filter(({ of }) => !("org" in of)).length },
    { operation: getRepositorySubjectTemplate, count: changes.length },
  ],

  async apply(run, changes, { expectations }) {
    const applied = await applySettings(run, changes);
    const { advice, failures } = await compareSubjects(run, expectations);
    return { ...applied, failures: [...applied.failures, ...failures], advice };
  },
};
