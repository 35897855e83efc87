import type { Change, Outcome } from "../../plan.ts";
import { applyEach } from "../../run/apply-each.ts";
import type { RunContext } from "../../run/run-context.ts";
import {
  type DesiredForm,
  describeTemplate,
  hasIds,
  matchesDesired,
  readTemplate,
  type TemplateTarget,
  writeTemplate,
} from "./template.ts";

/** A subject template to set. */
export interface TemplateChange extends Change {
  readonly templateTarget: TemplateTarget;
  readonly desired: DesiredForm;
  /** The setting for subjects with ids that is sent; undefined: none. */
  readonly immutable: boolean | undefined;
  /** True if subjects must contain ids afterwards; undefined if that is not known. */
  readonly idsAfter: boolean | undefined;
  /** Sets on the repository what it may inherit, before its organization's template changes. */
  readonly precedesOrganization: boolean;
}

/**
 * Sets templates: organizations before the repositories that may follow them. Repositories of an organization that
 * failed are not changed.
 */
export async function applyTemplates(
  run: RunContext,
  changes: readonly TemplateChange[],
): Promise<readonly Outcome<TemplateChange>[]> {
  const pinned = await applyGroup(
    run,
    changes.filter(({ precedesOrganization }) => precedesOrganization),
  );
  const organizations = await applyGroup(
    run,
    changes.filter(({ templateTarget }) => "org" in templateTarget),
  );
  const failedOwners = new Set(
    organizations.flatMap(({ change: { templateTarget }, end }) =>
      "org" in templateTarget && end !== "changed" ? [templateTarget.org.toLowerCase()] : [],
    ),
  );
  const repositories = await applyGroup(
    run,
    changes.filter(({ templateTarget, precedesOrganization }) => !("org" in templateTarget) && !precedesOrganization),
    ({ templateTarget, desired }) =>
      "owner" in templateTarget &&
      desired.form === "organization" &&
      failedOwners.has(templateTarget.owner.toLowerCase())
        ? "the template of its organization, which it follows, could not be set"
        : undefined,
  );
  return [...pinned, ...organizations, ...repositories];
}

function applyGroup(
  run: RunContext,
  changes: readonly TemplateChange[],
  withhold?: (change: TemplateChange) => string | undefined,
): Promise<readonly Outcome<TemplateChange>[]> {
  const keysByOwner = new Map<string, Promise<readonly string[] | undefined>>();
  /** Returns the current keys of an owner's template; undefined if they can't be read. */
  const ownerKeys = (org: string) => {
    const keys =
      keysByOwner.get(org) ??
      readTemplate(run, { org }).then(
        (template) => template.keys,
        () => undefined,
      );
    keysByOwner.set(org, keys);
    return keys;
  };
  return applyEach(run, changes, {
    withhold,
    apply: ({ templateTarget, desired, immutable }, context) =>
      writeTemplate(run, templateTarget, { desired, immutable, context }),
    async verify({ templateTarget, desired, idsAfter }) {
      const current = await readTemplate(run, templateTarget);
      const followsOrganization = desired.form === "organization" && "owner" in templateTarget;
      const organizationKeys = followsOrganization
        ? ((await ownerKeys(templateTarget.owner)) ?? current.keys)
        : undefined;
      if (!matchesDesired(current, desired, organizationKeys)) return `it reads back as ${describeTemplate(current)}`;
      const ids = hasIds(current) ?? false;
      if (idsAfter === undefined || ids === idsAfter) return undefined;
      const isOwn = "org" in templateTarget ? "The subjects of its repositories" : "Its subjects";
      const prefix = current.prefix === undefined ? "" : `, and start with ${current.prefix}`;
      return `${isOwn} must ${idsAfter ? "" : "not "}contain ids, but ${ids ? "do" : "don't"}${prefix}`;
    },
  });
}
