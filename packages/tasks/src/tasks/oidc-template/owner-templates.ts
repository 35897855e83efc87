import type { RunContext } from "../../run/run-context.ts";
import type { DesiredTemplate } from "./find-targets.ts";
import type { TemplateReading } from "./reading.ts";
import { readTemplate } from "./template.ts";

/** Templates of the organizations that own repositories. Each is read once. */
export interface OwnerTemplates {
  /**
   * Returns the keys that an organization's template has after this run.
   * @throws ForgeError, Problem
   */
  readonly keysAfter: (owner: string) => Promise<readonly string[]>;
  /**
   * Returns the keys that an organization's template has now.
   * @throws ForgeError, Problem
   */
  readonly keysNow: (owner: string) => Promise<readonly string[]>;
  /** Returns the keys that this run replaces; undefined if the template does not change. */
  readonly replacedKeys: (owner: string) => readonly string[] | undefined;
  /** Returns the setting for subjects with ids that this run sets; undefined if it does not change. */
  readonly changedImmutable: (owner: string) => boolean | undefined;
}

export function createOwnerTemplates(
  run: RunContext,
  organizations: readonly DesiredTemplate<{ readonly org: string }>[],
  readings: readonly TemplateReading[],
): OwnerTemplates {
  const wantedKeys = new Map(
    organizations.flatMap(({ target, goal: { form } }) =>
      form.form === "keys" ? [[target.org.toLowerCase(), form.keys] as const] : [],
    ),
  );
  const changing = new Map(
    readings.flatMap((reading) =>
      reading.change && "org" in reading.target ? [[reading.target.org.toLowerCase(), reading] as const] : [],
    ),
  );
  const current = new Map<string, Promise<readonly string[]>>();
  const keysNow = (owner: string) => {
    const key = owner.toLowerCase();
    const keys = current.get(key) ?? readTemplate(run, { org: owner }).then((template) => template.keys);
    current.set(key, keys);
    return keys;
  };
  return {
    keysNow,
    keysAfter: async (owner) => wantedKeys.get(owner.toLowerCase()) ?? keysNow(owner),
    replacedKeys: (owner) => changing.get(owner.toLowerCase())?.template.keys,
    changedImmutable(owner) {
      const reading = changing.get(owner.toLowerCase());
      if (reading === undefined) return undefined;
      const { goal, template } = reading;
      return goal.immutable === (template.immutable ?? false) ? undefined : goal.immutable;
    },
  };
}
