import { describeError, Problem } from "../../problem.ts";
import type { RunContext } from "../../run/run-context.ts";
import type { RepositoryFacts } from "../../targets/directory.ts";
import type { DesiredTemplate } from "./find-targets.ts";
import { isHosted } from "./issuer.ts";
import {
  anyRepository,
  describeSubjects,
  isNew,
  jobSubjects,
  type SubjectIds,
  type SubjectNames,
  subjectNames,
  type TrustedSubjects,
  trustedSubjects,
} from "./job-subjects.ts";
import type { OwnerTemplates } from "./owner-templates.ts";
import type { TemplateDifference, TemplateReading } from "./reading.ts";
import {
  type DesiredForm,
  describeDesired,
  describeTemplate,
  desiredKeys,
  hasIds,
  isSameKeys,
  matchesDesired,
  readTemplate,
  type SubjectTemplate,
  type TemplateTarget,
} from "./template.ts";

type RepositoryTarget = Exclude<TemplateTarget, { readonly org: string }>;

/** Reads an organization's template and compares it with the desired one. @throws ForgeError, Problem */
export async function readOrganization(
  run: RunContext,
  wanted: DesiredTemplate<{ readonly org: string }>,
): Promise<TemplateReading> {
  const template = await readTemplate(run, wanted.target);
  const { form, immutable } = wanted.goal;
  if (immutable !== undefined && template.immutable === undefined && !isHosted(run.apiUrl)) throw unsupported();
  const desired: DesiredForm = form.form === "current" ? { form: "keys", keys: template.keys } : form;
  const names = anyRepository(wanted.target.org, template.immutable, run.clock.now());
  const changesIds = immutable !== undefined && immutable !== (template.immutable ?? false);
  const change = await compare({
    wanted,
    template,
    desired,
    organizationKeys: undefined,
    names: async () => names,
    changesIds,
    idsAfter: immutable ?? hasIds(template),
    subjectIdsAfter: (before) => (immutable ? "yes" : changesIds ? "either" : before),
    mayFollow: false,
    mayInheritIds: false,
  });
  return { ...wanted, template, desired, organizationKeys: undefined, change, trusted: undefined };
}

/** Reads a repository's template and compares it with the desired one. @throws ForgeError, Problem */
export async function readRepository(
  run: RunContext,
  wanted: DesiredTemplate<RepositoryTarget>,
  owners: OwnerTemplates,
): Promise<TemplateReading> {
  const { target, goal } = wanted;
  const template = await readTemplate(run, target);
  const facts = () => run.directory.facts(target);
  const names = async () => subjectNames(template, await facts(), run.clock.now(), isHosted(run.apiUrl));
  const ownerImmutable = owners.changedImmutable(target.owner);
  const mayInheritIds = goal.immutable === false && ownerImmutable === true && hasIds(template) === false;
  const changesIds = (await mustChangeIds(run, template, goal.immutable, facts)) || mayInheritIds;
  const desired = await formOf(wanted, template, changesIds, owners);
  const organizationKeys = desired.form === "organization" ? await inheritedKeys(target, template, owners) : undefined;
  const replacedKeys = owners.replacedKeys(target.owner);
  const subjectIdsAfter = (before: SubjectIds): SubjectIds => {
    if (goal.immutable !== undefined && hasIds(template) !== undefined) return goal.immutable ? "yes" : "no";
    if (goal.immutable) return "yes";
    // The service does not show whether a repository has a setting of its own.
    const mayChange = ownerImmutable === undefined ? false : ownerImmutable ? before !== "yes" : template.immutable;
    return mayChange ? "either" : before;
  };
  const comparison: Comparison = {
    wanted,
    template,
    desired,
    organizationKeys,
    names,
    changesIds,
    idsAfter: goal.immutable ?? (ownerImmutable === undefined ? hasIds(template) : undefined),
    subjectIdsAfter,
    // The service does not show whether these keys are inherited.
    mayFollow:
      goal.form.form === "keys" &&
      !template.usesDefault &&
      replacedKeys !== undefined &&
      isSameKeys(template.keys, replacedKeys),
    mayInheritIds,
  };
  const reading = { ...wanted, template, desired, organizationKeys, change: await compare(comparison) };
  return { ...reading, trusted: await trustedOf(comparison) };
}

/**
 * Returns true if a repository's setting for ids has to change.
 * @throws Problem if it can't
 */
async function mustChangeIds(
  { apiUrl }: RunContext,
  template: SubjectTemplate,
  wanted: boolean | undefined,
  facts: () => Promise<RepositoryFacts>,
): Promise<boolean> {
  if (wanted === undefined) return false;
  const { immutable, prefix } = template;
  if (immutable === undefined && prefix === undefined && !isHosted(apiUrl)) throw unsupported();
  const ids = hasIds(template);
  if (wanted) return ids !== true;
  if (!ids) return false;
  if (immutable && !isNew(await facts())) return true;
  throw new Problem(
    "its subjects contain ids, and that can't be undone: it was created, renamed or transferred since 15 July 2026. Exclude it, or remove immutable-subject: false.",
  );
}

function unsupported(): Problem {
  return new Problem(
    "its subjects can't contain ids: the service reports no use_immutable_subject, so it doesn't have this setting; GitHub Enterprise Server has none. Remove immutable-subject.",
  );
}

/**
 * Returns the form to write. A repository's current template must be written with its setting for ids, but a repository
 * that follows its organization must not get keys of its own, and the other way round.
 * @throws Problem if the service does not show which of both it is
 */
async function formOf(
  { target, goal: { form } }: DesiredTemplate<RepositoryTarget>,
  template: SubjectTemplate,
  isWritten: boolean,
  owners: OwnerTemplates,
): Promise<DesiredForm> {
  if (form.form !== "current") return form;
  if (template.usesDefault) return { form: "default" };
  const own: DesiredForm = { form: "keys", keys: template.keys };
  if (!isWritten) return own;
  const ownerKeys = await owners.keysNow(target.owner).catch(() => template.keys);
  if (!isSameKeys(ownerKeys, template.keys)) return own;
  throw new Problem(
    `the service doesn't show whether its keys ${template.keys.join(", ")} are its own or those of ${target.owner}. Set use-default: false if it is to follow ${target.owner}, or include-claim-keys: ${template.keys.join(", ")} for keys of its own.`,
  );
}

async function inheritedKeys(
  target: RepositoryTarget,
  template: SubjectTemplate,
  owners: OwnerTemplates,
): Promise<readonly string[] | undefined> {
  try {
    return await owners.keysAfter(target.owner);
  } catch (error) {
    // A repository can start following an organization whose template can't be read.
    if (template.usesDefault) return undefined;
    throw new Problem(
      `can't determine whether it follows the template of ${target.owner}, because that can't be read: ${describeError(error)}`,
    );
  }
}

/** A template with what is wanted of it. */
interface Comparison {
  readonly wanted: DesiredTemplate;
  readonly template: SubjectTemplate;
  readonly desired: DesiredForm;
  readonly organizationKeys: readonly string[] | undefined;
  /** Returns the names in the current subjects. They are only read if they are shown. */
  readonly names: () => Promise<SubjectNames>;
  readonly changesIds: boolean;
  readonly idsAfter: boolean | undefined;
  readonly subjectIdsAfter: (before: SubjectIds) => SubjectIds;
  /** It may inherit its keys from an organization whose keys change. */
  readonly mayFollow: boolean;
  /** It would inherit ids from its organization. */
  readonly mayInheritIds: boolean;
}

/** Compares a template with the desired one; undefined if nothing differs. */
async function compare(comparison: Comparison): Promise<TemplateDifference | undefined> {
  const { template, desired, organizationKeys, changesIds, mayFollow, mayInheritIds } = comparison;
  const hasDesiredKeys = matchesDesired(template, desired, organizationKeys);
  if (hasDesiredKeys && !changesIds && !mayFollow) return undefined;
  const pinsKeys = hasDesiredKeys && mayFollow;
  const [withIds, withoutIds] = changesIds ? [", with ids", ", without ids"] : ["", ""];
  const isOptIn = comparison.wanted.goal.immutable === true;
  const inherited = pinsKeys ? ", possibly inherited from its organization" : "";
  const before = `${describeTemplate(template)}${isOptIn || mayInheritIds ? withoutIds : withIds}${inherited}`;
  const after = `${describeDesired(desired, organizationKeys)}${isOptIn ? withIds : withoutIds}${pinsKeys || mayInheritIds ? " set on the repository" : ""}`;
  const keys = desiredKeys(desired, organizationKeys);
  const names = await comparison.names();
  const namesAfter = { ...names, ids: comparison.subjectIdsAfter(names.ids) };
  const { environment } = comparison.wanted;
  const subjectsAfter = keys === undefined ? undefined : jobSubjects(keys, namesAfter, environment);
  return {
    before,
    after,
    drift: `${before} → ${after}`,
    details: jobSubjects(template.keys, names, environment).map((job, index) => {
      const jobAfter = subjectsAfter?.[index];
      const unknown = "unknown, because its organization's template can't be read";
      return {
        label: job.label,
        before: describeSubjects(job),
        after: jobAfter ? describeSubjects(jobAfter) : unknown,
      };
    }),
    changesSubject: keys === undefined || !isSameKeys(template.keys, keys) || names.ids !== namesAfter.ids,
    precedesOrganization: pinsKeys || mayInheritIds,
    idsAfter: comparison.idsAfter,
  };
}

/** Returns the subjects to trust, before and after the change. */
async function trustedOf(comparison: Comparison): Promise<TrustedSubjects | string | undefined> {
  const { wanted, template, desired, organizationKeys } = comparison;
  const { trust, environment } = wanted;
  if (trust === undefined) return undefined;
  const keys = desiredKeys(desired, organizationKeys);
  if (keys === undefined) return "the template of its organization can't be read, so its new subjects are unknown";
  const names = await comparison.names();
  const namesAfter = { ...names, ids: comparison.subjectIdsAfter(names.ids) };
  const before = trust.jobs.map((job) => trustedSubjects(template.keys, names, environment, job));
  const after = trust.jobs.map((job) => trustedSubjects(keys, namesAfter, environment, job));
  const all: TrustedSubjects[] = [];
  for (const trusted of [...before, ...after]) {
    if (typeof trusted === "string") return trusted;
    all.push(trusted);
  }
  const subjects = [...new Set(all.flatMap((trusted) => trusted.subjects))];
  if (subjects.length > 0) return { subjects, pattern: all.some(({ pattern }) => pattern) };
  return "no job of trust-jobs gets a token, because the template requires an environment. Set trust-jobs: environment";
}
