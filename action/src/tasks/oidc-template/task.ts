import type { Client } from "@forgehand/core";
import {
  getOrganizationSubjectTemplate,
  getRepositorySubjectTemplate,
  setOrganizationSubjectTemplate,
  setRepositorySubjectTemplate,
} from "@forgehand/core/operations";
import { Problem } from "../../problem.ts";
import { applyEach } from "../../run/apply-each.ts";
import { type Readings, readEach } from "../../run/read-each.ts";
import type { Run } from "../../run/run.ts";
import type { Settings } from "../../settings/read.ts";
import type { Selection } from "../../targets/directory.ts";
import type { Repository } from "../../targets/repository.ts";
import { readSelection } from "../../targets/selection.ts";
import type { Change, Task } from "../../task.ts";

/** An organization, or a repository as owner/name. */
type Target = { readonly org: string } | Repository;

/** A template: the claim keys in their order, or the service's default subject. */
type Template = readonly string[] | "default";

interface Entry {
  readonly organizations: readonly string[];
  readonly selection: Selection | undefined;
  readonly wanted: Template;
}

interface Found {
  readonly target: Target;
  readonly wanted: Template;
  readonly template: Template;
}

interface Setting extends Change {
  readonly of: Target;
  readonly wanted: Template;
}

/** Gives organizations and repositories the subject template that is asked for, where theirs is another. */
export const oidcTemplate: Task<Entry, Readings<Found>, Setting> = {
  name: "oidc-template",
  title: "OIDC subject template",

  declare(settings) {
    const organizations = settings.optional("organization") ?? [];
    const selection = readSelection(settings);
    if (organizations.length === 0 && selection === undefined) {
      throw new Problem(
        'Name what to set: the input "organization", "repositories" or both. For example: organization: acme',
      );
    }
    return { organizations, selection, wanted: wantedTemplate(settings, organizations.length > 0) };
  },

  async read(run, entries) {
    const targets: { target: Target; wanted: Template }[] = [];
    for (const { organizations, selection, wanted } of entries) {
      for (const org of organizations) targets.push({ target: { org }, wanted });
      if (!selection) continue;
      const { repositories } = await run.directory.find(selection);
      for (const target of repositories) targets.push({ target, wanted });
    }
    return readEach(
      run,
      targets,
      ({ target }) => nameOf(target),
      async ({ target, wanted }) => ({ target, wanted, template: await readTemplate(run, target) }),
    );
  },

  plan({ states, unreadable }) {
    const differs = states.filter(({ template, wanted }) => !isSame(template, wanted));
    const same = states.filter((found) => !differs.includes(found));
    return {
      changes: differs.map(({ target, template, wanted }) => ({
        target: nameOf(target),
        what: `subject template ${describe(wanted)}`,
        before: describe(template),
        after: describe(wanted),
        of: target,
        wanted,
      })),
      skipped: same.map(({ target, wanted }) => ({ target: nameOf(target), why: `has ${describe(wanted)} already` })),
      unreadable,
      notes: [],
    };
  },

  calls: (changes) => [{ operation: setRepositorySubjectTemplate, count: changes.length }],

  apply: (run, changes) =>
    applyEach(run, changes, {
      async apply({ of, wanted }) {
        const { call } = await clientOf(run, of);
        const keys = wanted === "default" ? {} : { include_claim_keys: [...wanted] };
        if ("org" in of) await call(setOrganizationSubjectTemplate, { ...of, include_claim_keys: [], ...keys });
        else await call(setRepositorySubjectTemplate, { ...of, use_default: wanted === "default", ...keys });
      },
      async verify({ of, wanted }) {
        const now = await readTemplate(run, of);
        return isSame(now, wanted) ? undefined : `it reads back as ${describe(now)}`;
      },
    }),
};

function wantedTemplate(settings: Settings, isOrganization: boolean): Template {
  if (!settings.optional("use-default")) return settings.required("include-claim-keys");
  if (isOrganization) {
    throw settings.problem(
      "use-default",
      "is for repositories; an organization goes back to its start with include-claim-keys: repo, context",
    );
  }
  if (settings.optional("include-claim-keys") !== undefined) {
    throw new Problem(
      'Give "use-default" or "include-claim-keys", not both: the default subject has no keys of its own.',
    );
  }
  return "default";
}

function clientOf(run: Run, target: Target): Promise<Client> {
  return run.connection.forOwner("org" in target ? target.org : target.owner);
}

async function readTemplate(run: Run, target: Target): Promise<Template> {
  const { call } = await clientOf(run, target);
  if ("org" in target) return (await call(getOrganizationSubjectTemplate, target)).include_claim_keys;
  const { use_default, include_claim_keys } = await call(getRepositorySubjectTemplate, target);
  return use_default ? "default" : (include_claim_keys ?? []);
}

function nameOf(target: Target): string {
  return "org" in target ? target.org : `${target.owner}/${target.repo}`;
}

/** The order of the keys is their order in the subject: it counts. */
function isSame(a: Template, b: Template): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function describe(template: Template): string {
  return template === "default" ? "the default" : template.join(":") || "without keys";
}
