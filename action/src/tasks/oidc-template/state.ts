import type { Failure, Skipped } from "../../plan.ts";
import { Problem, problemOf } from "../../problem.ts";
import { readEach } from "../../run/read-each.ts";
import type { Run } from "../../run/run.ts";
import { keyWarnings } from "./check-keys.ts";
import type { Entry } from "./entry.ts";
import { type Compared, compareSubjects, type Expectation } from "./expectation.ts";
import { isHosted } from "./issuer.ts";
import { anyOf, namesOf, sampleSubjects } from "./samples.ts";
import { findTargets, type Wish } from "./targets.ts";
import {
  describeTemplate,
  describeWanted,
  isAsWanted,
  isSameKeys,
  keysOf,
  readTemplate,
  type Target,
  type Template,
  targetName,
} from "./template.ts";

/** A target as it is, and as it is wanted. */
export interface Found extends Wish {
  readonly template: Template;
  /** The keys of its organization's template, where that is what it is to follow and they are known. */
  readonly organizations: readonly string[] | undefined;
  /** Undefined where nothing differs. */
  readonly change: Difference | undefined;
}

/** What is shown of a target whose template is to be another one. */
interface Difference {
  /** The template, and the subjects that jobs get by it. */
  readonly before: string;
  readonly after: string;
  /** The templates alone. */
  readonly drift: string;
  readonly changesSubject: boolean;
  /** It has these keys already, and may have them from its organization, whose template changes: it gets them for its own first. */
  readonly isKept: boolean;
}

export interface State {
  readonly found: readonly Found[];
  readonly skipped: readonly Skipped[];
  readonly unreadable: readonly Failure[];
  /** What there is to say of the keys. */
  readonly warnings: readonly string[];
  readonly expectations: readonly Expectation[];
  /** What came of comparing; nothing yet where changes come first. */
  readonly compared: Compared | undefined;
}

/** What the entries expect: one that stands before all of them is in each. */
export function expectationsOf(entries: readonly Entry[]): readonly Expectation[] {
  const said = entries.flatMap(({ expectation }) => expectation ?? []);
  return [...new Map(said.map((one) => [JSON.stringify([one.text, one.audience]), one])).values()];
}

/** Reads everything that the entries are about: organizations first, as repositories may follow them. */
export async function readState(run: Run, entries: readonly Entry[]): Promise<State> {
  const expectations = expectationsOf(entries);
  const { organizations, repositories, skipped, unreadable } = await findTargets(run, entries);
  const owners = await readEach(run, organizations, nameOf, (wish) => readOrganization(run, wish));
  const followed = followedKeys(run, organizations);
  const changing = changingKeys(owners.states);
  const repos = await readEach(run, repositories, nameOf, (wish) => readRepository(run, wish, followed, changing));
  return {
    found: [...owners.states, ...repos.states],
    skipped,
    unreadable: [...unreadable, ...owners.unreadable, ...repos.unreadable],
    warnings: keyWarnings(entries),
    expectations,
    compared: run.mode === "apply" ? undefined : await compareSubjects(run, expectations),
  };
}

const nameOf = ({ target }: { readonly target: Target }) => targetName(target);

/** The keys of owners' templates as they are or, where this run sets them, will be. Each is read once. */
function followedKeys(run: Run, organizations: readonly Wish<{ readonly org: string }>[]) {
  const known = new Map<string, Promise<readonly string[]>>();
  for (const { target, wanted } of organizations) {
    if (wanted.form === "keys") known.set(target.org.toLowerCase(), Promise.resolve(wanted.keys));
  }
  return (owner: string): Promise<readonly string[]> => {
    const key = owner.toLowerCase();
    const keys = known.get(key) ?? readTemplate(run, { org: owner }).then((template) => template.keys);
    known.set(key, keys);
    return keys;
  };
}

/** The keys that organizations have now, of those that get others in this run. */
function changingKeys(organizations: readonly Found[]): ReadonlyMap<string, readonly string[]> {
  return new Map(
    organizations.flatMap(({ target, template, change }) =>
      change && "org" in target ? [[target.org.toLowerCase(), template.keys] as const] : [],
    ),
  );
}

async function readOrganization(run: Run, wish: Wish<{ readonly org: string }>): Promise<Found> {
  const template = await readTemplate(run, wish.target);
  const any = anyOf(wish.target.org, template.immutable, run.clock.now());
  return compared(wish, template, undefined, async (keys) => sampleSubjects(keys, any, wish.environment));
}

async function readRepository(
  run: Run,
  wish: Wish<Exclude<Target, { readonly org: string }>>,
  followed: (owner: string) => Promise<readonly string[]>,
  changing: ReadonlyMap<string, readonly string[]>,
): Promise<Found> {
  const { target, wanted, environment } = wish;
  const template = await readTemplate(run, target);
  const organizations =
    wanted.form !== "organization"
      ? undefined
      : await followed(target.owner).catch((error) => {
          // Following it can be begun all the same.
          if (template.usesDefault) return undefined;
          throw new Problem(
            `whether it follows the template of ${target.owner} can't be told, as that can't be read: ${problemOf(error)}`,
          );
        });
  const subjects = async (keys: readonly string[]) => {
    const facts = await run.directory.facts(target);
    const named = namesOf(template, facts, run.clock.now(), isHosted(run.apiUrl));
    return sampleSubjects(keys, named, environment);
  };
  const owners = changing.get(target.owner.toLowerCase());
  // Whose keys they are is not told.
  const mayFollow = !template.usesDefault && owners !== undefined && isSameKeys(template.keys, owners);
  return compared(wish, template, organizations, subjects, wanted.form === "keys" && mayFollow);
}

/** Holds a template against what is wanted. Only where it differs is more read of the target, to show its subjects. */
async function compared(
  wish: Wish,
  template: Template,
  organizations: readonly string[] | undefined,
  subjects: (keys: readonly string[]) => Promise<string>,
  mayFollow = false,
): Promise<Found> {
  const found = { ...wish, template, organizations };
  const isKept = isAsWanted(template, wish.wanted, organizations);
  if (isKept && !mayFollow) return { ...found, change: undefined };
  const keys = keysOf(wish.wanted, organizations);
  const [has, wants] = [describeTemplate(template), describeWanted(wish.wanted, organizations)];
  const before = isKept ? `${has}, which may be its organization's` : has;
  const after = isKept ? `${wants} for its own` : wants;
  return {
    ...found,
    change: {
      before: `${before} —\n${await subjects(template.keys)}`,
      after: keys === undefined ? after : `${after} —\n${await subjects(keys)}`,
      drift: `${before} → ${after}`,
      changesSubject: keys === undefined || !isSameKeys(template.keys, keys),
      isKept,
    },
  };
}
