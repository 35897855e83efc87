import { type Client, isNotFoundError } from "@forgehand/core";
import { DEFAULT_KEYS } from "@forgehand/core/oidc";
import {
  getOrganizationSubjectTemplate,
  getRepositorySubjectTemplate,
  setOrganizationSubjectTemplate,
  setRepositorySubjectTemplate,
} from "@forgehand/core/operations/oidc";
import type { Run } from "../../run/run.ts";
import type { Repository } from "../../targets/repository.ts";

/** An organization, or a repository as owner/name. */
export type Target = { readonly org: string } | Repository;

/** A target's template, as the service tells it. */
export interface Template {
  /** It has the service's default subject, whatever the organization's template is. */
  readonly usesDefault: boolean;
  /** The keys that subjects are made of; a repository that follows its organization shows the organization's. */
  readonly keys: readonly string[];
  /** Whether subjects have ids; undefined where the service doesn't say. */
  readonly immutable: boolean | undefined;
  /** What subjects with the key `repo` begin with, where the service says. */
  readonly prefix: string | undefined;
}

/** What a target's subjects are to be made of: keys of its own, the service's default, or its organization's template. */
export type Wanted =
  | { readonly form: "keys"; readonly keys: readonly string[] }
  | { readonly form: "default" }
  | { readonly form: "organization" };

export function targetName(target: Target): string {
  return "org" in target ? target.org : `${target.owner}/${target.repo}`;
}

function clientOf(run: Run, target: Target): Promise<Client> {
  return run.connection.forOwner("org" in target ? target.org : target.owner);
}

/** Reads a target's template. @throws ForgeError, Problem */
export async function readTemplate(run: Run, target: Target): Promise<Template> {
  const { call } = await clientOf(run, target);
  if ("org" in target) {
    const { include_claim_keys, use_immutable_subject } = await call(getOrganizationSubjectTemplate, target);
    return template(false, include_claim_keys, use_immutable_subject, undefined);
  }
  try {
    const told = await call(getRepositorySubjectTemplate, target);
    const { use_default, include_claim_keys, use_immutable_subject, sub_claim_prefix } = told;
    return template(use_default, include_claim_keys, use_immutable_subject, sub_claim_prefix);
  } catch (error) {
    if (!isNotFoundError(error)) throw error;
    // No template of its own means the default subject, not the organization's; a repository that isn't there has none either.
    await run.directory.facts(target);
    return template(true, undefined, undefined, undefined);
  }
}

function template(
  usesDefault: boolean,
  told: readonly string[] | undefined,
  immutable: boolean | undefined,
  prefix: string | undefined,
): Template {
  // Without keys, and without an organization's, the default subject holds.
  const keys = usesDefault || told === undefined || told.length === 0 ? DEFAULT_KEYS : told;
  return { usesDefault, keys, immutable, prefix };
}

/** Sets a target's template. What was read of immutable subjects is sent back, so that it isn't lost. @throws ForgeError */
export async function writeTemplate(run: Run, target: Target, wanted: Wanted, immutable: boolean | undefined) {
  const { call } = await clientOf(run, target);
  const kept = immutable === undefined ? {} : { use_immutable_subject: immutable };
  const keys = wanted.form === "keys" ? { include_claim_keys: [...wanted.keys] } : {};
  if ("org" in target) await call(setOrganizationSubjectTemplate, { ...target, ...keys, ...kept });
  else {
    const { owner, repo } = target;
    await call(setRepositorySubjectTemplate, { owner, repo, use_default: wanted.form === "default", ...keys, ...kept });
  }
}

/** Is the template as it is wanted? @param organizations the keys of the organization's template, where that is wanted */
export function isAsWanted(found: Template, wanted: Wanted, organizations: readonly string[] | undefined): boolean {
  switch (wanted.form) {
    case "keys":
      return isSameKeys(found.keys, wanted.keys);
    case "default":
      return found.usesDefault;
    case "organization":
      // One that follows its organization can't be told from one whose own keys are the same.
      return !found.usesDefault && organizations !== undefined && isSameKeys(found.keys, organizations);
  }
}

/** The order of keys is their order in the subject: it counts. */
export function isSameKeys(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((key, index) => key === b[index]);
}

/** The template in a few words: its keys, or that it is the default. */
export function describeTemplate({ usesDefault, keys }: Pick<Template, "usesDefault" | "keys">): string {
  return usesDefault ? "the default" : keys.join(":");
}

/** What is wanted, in as few. @param organizations as above; undefined where it is not known */
export function describeWanted(wanted: Wanted, organizations: readonly string[] | undefined): string {
  if (wanted.form === "keys") return wanted.keys.join(":");
  if (wanted.form === "default") return "the default";
  return `its organization's${organizations === undefined ? "" : ` ${organizations.join(":")}`}`;
}

/** The keys that subjects are made of once it is as wanted. */
export function keysOf(wanted: Wanted, organizations: readonly string[] | undefined): readonly string[] | undefined {
  if (wanted.form === "keys") return wanted.keys;
  return wanted.form === "default" ? DEFAULT_KEYS : organizations;
}
