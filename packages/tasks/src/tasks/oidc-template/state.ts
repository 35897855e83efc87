import type { Failure, Skipped } from "../../plan.ts";
import { describeError, Problem } from "../../problem.ts";
import { readEach } from "../../run/read-each.ts";
import type { RunContext } from "../../run/run-context.ts";
import { keyWarnings } from "./check-keys.ts";
import { compareSubjects, type SubjectComparison, type SubjectExpectation } from "./expectation.ts";
import { type DesiredTemplate, findTargets } from "./find-targets.ts";
import { isHosted } from "./issuer.ts";
import { anyRepository, sampleSubjects, subjectNames } from "./sample-subjects.ts";
import {
  describeDesired,
  describeTemplate,
  desiredKeys,
  isSameKeys,
  matchesDesired,
  readTemplate,
  type SubjectTemplate,
  type TemplateTarget,
  targetName,
} from "./template.ts";
import type { TemplateEntry } from "./template-entry.ts";

/** A target's current and desired template. */
export interface TemplateReading extends DesiredTemplate {
  readonly template: SubjectTemplate;
  /** The keys of the organization's template, if they are known and the target is to follow it. */
  readonly organizationKeys: readonly string[] | undefined;
  /** Undefined if nothing differs. */
  readonly change: TemplateDifference | undefined;
}

/** Texts that describe a change of a template. */
interface TemplateDifference {
  /** The template and the resulting subjects. */
  readonly before: string;
  readonly after: string;
  /** Before and after in one line, without subjects. */
  readonly drift: string;
  readonly changesSubject: boolean;
  /**
   * The change only sets keys on the repository that it may inherit now, before its organization's template changes.
   */
  readonly pinsInheritedKeys: boolean;
}

export interface TemplateState {
  readonly found: readonly TemplateReading[];
  readonly skipped: readonly Skipped[];
  readonly unreadable: readonly Failure[];
  /** Warnings about the keys. */
  readonly warnings: readonly string[];
  readonly expectations: readonly SubjectExpectation[];
  /** Result of the subject comparison; undefined in mode `apply`, where it runs after the changes. */
  readonly comparison: SubjectComparison | undefined;
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

/** Reads all targets of the entries: organizations first, as repositories may follow them. */
export async function readTemplateState(run: RunContext, entries: readonly TemplateEntry[]): Promise<TemplateState> {
  const expectations = expectationsOf(entries);
  const { organizations, repositories, skipped, unreadable } = await findTargets(run, entries);
  const owners = await readEach(run, organizations, nameOf, (desiredTemplate) =>
    readOrganization(run, desiredTemplate),
  );
  const organizationKeysOf = followedKeys(run, organizations);
  const ownerKeysBeforeChange = keysBeforeChange(owners.states);
  const repos = await readEach(run, repositories, nameOf, (desiredTemplate) =>
    readRepository(run, desiredTemplate, organizationKeysOf, ownerKeysBeforeChange),
  );
  return {
    found: [...owners.states, ...repos.states],
    skipped,
    unreadable: [...unreadable, ...owners.unreadable, ...repos.unreadable],
    warnings: keyWarnings(entries),
    expectations,
    comparison: run.mode === "apply" ? undefined : await compareSubjects(run, expectations),
  };
}

const nameOf = ({ target }: { readonly target: TemplateTarget }) => targetName(target);

/** Returns a function for the keys of owners' templates, after this run's changes. Each template is read once. */
function followedKeys(run: RunContext, organizations: readonly DesiredTemplate<{ readonly org: string }>[]) {
  const keysByOwner = new Map<string, Promise<readonly string[]>>();
  for (const { target, desired } of organizations) {
    if (desired.form === "keys") keysByOwner.set(target.org.toLowerCase(), Promise.resolve(desired.keys));
  }
  return (owner: string): Promise<readonly string[]> => {
    const key = owner.toLowerCase();
    const keys = keysByOwner.get(key) ?? readTemplate(run, { org: owner }).then((template) => template.keys);
    keysByOwner.set(key, keys);
    return keys;
  };
}

/** Keys of the organizations whose template changes in this run, before the change. */
function keysBeforeChange(organizations: readonly TemplateReading[]): ReadonlyMap<string, readonly string[]> {
  return new Map(
    organizations.flatMap(({ target, template, change }) =>
      change && "org" in target ? [[target.org.toLowerCase(), template.keys] as const] : [],
    ),
  );
}

async function readOrganization(
  run: RunContext,
  desiredTemplate: DesiredTemplate<{ readonly org: string }>,
): Promise<TemplateReading> {
  const template = await readTemplate(run, desiredTemplate.target);
  const sampleNames = anyRepository(desiredTemplate.target.org, template.immutable, run.clock.now());
  return compareTemplate(desiredTemplate, template, undefined, async (keys) =>
    sampleSubjects(keys, sampleNames, desiredTemplate.environment),
  );
}

async function readRepository(
  run: RunContext,
  desiredTemplate: DesiredTemplate<Exclude<TemplateTarget, { readonly org: string }>>,
  organizationKeysOf: (owner: string) => Promise<readonly string[]>,
  ownerKeysBeforeChange: ReadonlyMap<string, readonly string[]>,
): Promise<TemplateReading> {
  const { target, desired, environment } = desiredTemplate;
  const template = await readTemplate(run, target);
  const organizationKeys =
    desired.form !== "organization"
      ? undefined
      : await organizationKeysOf(target.owner).catch((error) => {
          // A repository can start following an organization whose template can't be read.
          if (template.usesDefault) return undefined;
          throw new Problem(
            `can't determine whether it follows the template of ${target.owner}, because that can't be read: ${describeError(error)}`,
          );
        });
  const subjects = async (keys: readonly string[]) => {
    const facts = await run.directory.facts(target);
    const names = subjectNames(template, facts, run.clock.now(), isHosted(run.apiUrl));
    return sampleSubjects(keys, names, environment);
  };
  const inheritableKeys = ownerKeysBeforeChange.get(target.owner.toLowerCase());
  // The service does not show whether these keys are inherited.
  const mayFollow =
    !template.usesDefault && inheritableKeys !== undefined && isSameKeys(template.keys, inheritableKeys);
  return compareTemplate(desiredTemplate, template, organizationKeys, subjects, desired.form === "keys" && mayFollow);
}

/** Compares a template with the desired one. Only if they differ, the target's facts are read to show subjects. */
async function compareTemplate(
  desiredTemplate: DesiredTemplate,
  template: SubjectTemplate,
  organizationKeys: readonly string[] | undefined,
  subjects: (keys: readonly string[]) => Promise<string>,
  mayFollow = false,
): Promise<TemplateReading> {
  const found = { ...desiredTemplate, template, organizationKeys };
  const isMatching = matchesDesired(template, desiredTemplate.desired, organizationKeys);
  if (isMatching && !mayFollow) return { ...found, change: undefined };
  const pinsInheritedKeys = isMatching;
  const keys = desiredKeys(desiredTemplate.desired, organizationKeys);
  const [current, desired] = [describeTemplate(template), describeDesired(desiredTemplate.desired, organizationKeys)];
  const before = pinsInheritedKeys ? `${current}, possibly inherited from its organization` : current;
  const after = pinsInheritedKeys ? `${desired} set on the repository` : desired;
  return {
    ...found,
    change: {
      before: `${before} —\n${await subjects(template.keys)}`,
      after: keys === undefined ? after : `${after} —\n${await subjects(keys)}`,
      drift: `${before} → ${after}`,
      changesSubject: keys === undefined || !isSameKeys(template.keys, keys),
      pinsInheritedKeys,
    },
  };
}
