import type { Client } from "@forgehand/core";
import {
  getOrganizationSubjectTemplate,
  getRepositorySubjectTemplate,
  setOrganizationSubjectTemplate,
  setRepositorySubjectTemplate,
} from "@forgehand/core/operations";
import { optionalInput, type Repository, requiredInput } from "../../inputs.ts";
import { Problem } from "../../problem.ts";
import { type Change, type Readings, readEach, serviceTime, type Task, verifyEach } from "../../task.ts";

/** An organization, or a repository as owner/name. */
type Target = { readonly org: string } | Repository;

/** A template: the claim keys in their order, or the service's default subject. */
type Template = readonly string[] | "default";

interface Options {
  readonly targets: readonly Target[];
  readonly wanted: Template;
}

interface Found {
  readonly target: Target;
  readonly template: Template;
}

interface Setting extends Change {
  readonly of: Target;
}

/** Gives organizations and repositories the subject template that is asked for, where theirs is another. */
export const oidcTemplate: Task<Options, Readings<Found>, Setting> = {
  title: "OIDC subject template",
  modes: ["plan", "check", "apply"],

  options() {
    const organization = optionalInput("organization");
    const repositories = optionalInput("repositories") ?? [];
    const targets = [...(organization === undefined ? [] : [{ org: organization }]), ...repositories];
    if (targets.length === 0) {
      throw new Problem(
        'Name what to set: the input "organization", "repositories" or both. For example: organization: acme',
      );
    }
    if (!requiredInput("use-default")) return { targets, wanted: requiredInput("include-claim-keys") };
    if (organization !== undefined) {
      throw new Problem(
        'The input "use-default" is for repositories; an organization goes back to its start with include-claim-keys: repo, context',
      );
    }
    if (optionalInput("include-claim-keys") !== undefined) {
      throw new Problem(
        'Give "use-default" or "include-claim-keys", not both: the default subject has no keys of its own.',
      );
    }
    return { targets, wanted: "default" };
  },

  read: (client, { targets }) =>
    readEach(targets, nameOf, async (target) => ({ target, template: await readTemplate(client, target) })),

  plan({ states, unreadable }, { wanted }) {
    const differs = states.filter(({ template }) => !isSame(template, wanted));
    const same = states.filter((found) => !differs.includes(found));
    return {
      changes: differs.map(({ target, template }) => ({
        target: nameOf(target),
        what: `subject template ${describe(wanted)}`,
        before: describe(template),
        after: describe(wanted),
        of: target,
      })),
      skipped: same.map(({ target }) => ({ target: nameOf(target), why: `has ${describe(wanted)} already` })),
      unreadable,
      notes: [],
    };
  },

  async apply({ call }, { of }, { wanted }) {
    const keys = wanted === "default" ? {} : { include_claim_keys: [...wanted] };
    const { headers } =
      "org" in of
        ? await call.raw(setOrganizationSubjectTemplate, { ...of, include_claim_keys: [], ...keys })
        : await call.raw(setRepositorySubjectTemplate, { ...of, use_default: wanted === "default", ...keys });
    return serviceTime(headers);
  },

  verify: (client, applied, { wanted }) =>
    verifyEach(applied, async ({ change }) => {
      const now = await readTemplate(client, change.of);
      return isSame(now, wanted) ? undefined : `it reads back as ${describe(now)}`;
    }),
};

async function readTemplate({ call }: Client, target: Target): Promise<Template> {
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
