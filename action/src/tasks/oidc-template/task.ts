import type { Client } from "@forgehand/core";
import {
  getOrganizationSubjectTemplate,
  getRepositorySubjectTemplate,
  setOrganizationSubjectTemplate,
  setRepositorySubjectTemplate,
} from "@forgehand/core/operations";
import { optionalInput, requiredInput } from "../../inputs.ts";
import { Problem } from "../../problem.ts";
import { type Change, serviceTime, type Task } from "../../task.ts";

/** An organization, or a repository as owner/name. */
type Target = { readonly org: string } | { readonly owner: string; readonly repo: string };

/** A template: the claim keys in their order, or the service's default subject. */
type Template = readonly string[] | "default";

interface Options {
  readonly targets: readonly Target[];
  readonly wanted: Template;
}

interface Setting extends Change {
  readonly of: Target;
}

/** Gives organizations and repositories the subject template that is asked for, where theirs is another. */
export const oidcTemplate: Task<Options, readonly { readonly target: Target; readonly template: Template }[], Setting> =
  {
    title: "OIDC subject template",

    options() {
      const organization = optionalInput("organization");
      const repositories = optionalInput("repositories") ?? [];
      const targets = [
        ...(organization === undefined ? [] : [{ org: organization }]),
        ...repositories.map((name) => {
          const [owner = "", repo = ""] = name.split("/");
          return { owner, repo };
        }),
      ];
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
      return { targets, wanted: "default" };
    },

    async read(client, { targets }) {
      const templates: { target: Target; template: Template }[] = [];
      for (const target of targets) templates.push({ target, template: await readTemplate(client, target) });
      return templates;
    },

    plan(state, { wanted }) {
      const differs = state.filter(({ template }) => describe(template) !== describe(wanted));
      const same = state.filter((one) => !differs.includes(one));
      return {
        changes: differs.map(({ target, template }) => ({
          target: nameOf(target),
          what: `subject template ${describe(wanted)}`,
          before: describe(template),
          after: describe(wanted),
          of: target,
        })),
        skipped: same.map(({ target }) => ({ target: nameOf(target), why: `has ${describe(wanted)} already` })),
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

    async verify(client, applied, { wanted }) {
      const outcomes = [];
      for (const { change } of applied) {
        const now = describe(await readTemplate(client, change.of));
        outcomes.push({ change, problem: now === describe(wanted) ? undefined : `it reads back as ${now}` });
      }
      return outcomes;
    },
  };

async function readTemplate({ call }: Client, target: Target): Promise<Template> {
  if ("org" in target) return (await call(getOrganizationSubjectTemplate, target)).include_claim_keys;
  const { use_default, include_claim_keys } = await call(getRepositorySubjectTemplate, target);
  return use_default ? "default" : (include_claim_keys ?? []);
}

function nameOf(target: Target): string {
  return "org" in target ? target.org : `${target.owner}/${target.repo}`;
}

function describe(template: Template): string {
  return template === "default" ? "the default" : template.join(":") || "the organization's";
}
