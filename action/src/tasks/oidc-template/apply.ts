import type { Applied, Change, Outcome } from "../../plan.ts";
import { applyEach } from "../../run/apply-each.ts";
import type { Run } from "../../run/run.ts";
import { describeTemplate, isAsWanted, readTemplate, type Target, type Wanted, writeTemplate } from "./template.ts";

/** A template that is to be set. */
export interface Setting extends Change {
  readonly of: Target;
  readonly wanted: Wanted;
  /** What was read of immutable subjects, and is sent back. */
  readonly immutable: boolean | undefined;
  /** The keys are the same: the repository gets them for its own, before its organization's change. */
  readonly isKept: boolean;
}

/** Sets templates: organizations' before those that may follow them. What would follow one that was not set stays as it is. */
export async function applySettings(run: Run, changes: readonly Setting[]): Promise<Applied<Setting>> {
  const kept = await setEach(
    run,
    changes.filter(({ isKept }) => isKept),
  );
  const organizations = await setEach(
    run,
    changes.filter(({ of }) => "org" in of),
  );
  const unset = new Set(
    organizations.outcomes.flatMap(({ change: { of }, end }) =>
      "org" in of && end !== "changed" ? [of.org.toLowerCase()] : [],
    ),
  );
  const repositories = changes.filter(({ of, isKept }) => !("org" in of) && !isKept);
  const isHeld = ({ of, wanted }: Setting) =>
    "owner" in of && wanted.form === "organization" && unset.has(of.owner.toLowerCase());
  const held = repositories.filter(isHeld).map(
    (change): Outcome<Setting> => ({
      change,
      end: "not begun",
      note: "the template of its organization, which it was to follow, was not set",
    }),
  );
  for (const outcome of held) run.told?.(outcome);
  const others = await setEach(
    run,
    repositories.filter((change) => !isHeld(change)),
  );
  return {
    outcomes: [...kept.outcomes, ...organizations.outcomes, ...held, ...others.outcomes],
    failures: [...kept.failures, ...organizations.failures, ...others.failures],
  };
}

function setEach(run: Run, changes: readonly Setting[]): Promise<Applied<Setting>> {
  const owners = new Map<string, Promise<readonly string[] | undefined>>();
  /** The keys of an owner's template, as they are now; undefined where they can't be read. */
  const ownersKeys = (org: string) => {
    const keys =
      owners.get(org) ??
      readTemplate(run, { org }).then(
        (template) => template.keys,
        () => undefined,
      );
    owners.set(org, keys);
    return keys;
  };
  return applyEach(run, changes, {
    apply: ({ of, wanted, immutable }) => writeTemplate(run, of, wanted, immutable),
    async verify({ of, wanted, immutable }) {
      const now = await readTemplate(run, of);
      const follows = wanted.form === "organization" && "owner" in of;
      const organizations = follows ? ((await ownersKeys(of.owner)) ?? now.keys) : undefined;
      if (!isAsWanted(now, wanted, organizations)) return `it reads back as ${describeTemplate(now)}`;
      if (immutable === undefined || now.immutable === immutable) return undefined;
      return `its subjects were ${immutable ? "" : "not "}immutable, and that was not kept`;
    },
  });
}
