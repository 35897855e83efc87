import { type Client, isNotFoundError, pickFields } from "@forgehand/core";
import { DEFAULT_KEYS } from "@forgehand/core/oidc";
import {
  getOrganizationSubjectTemplate,
  getRepositorySubjectTemplate,
  setOrganizationSubjectTemplate,
  setRepositorySubjectTemplate,
} from "@forgehand/core/operations/oidc";
import type { Work } from "../../cancellation/work.ts";
import type { RepositoryRef } from "../../repository.ts";
import type { RunContext } from "../../run/run-context.ts";

// Only fields that are used are validated, so that an unexpected value in another one does not stop a run.
const organizationTemplate = pickFields(getOrganizationSubjectTemplate, {
  include_claim_keys: true,
  use_immutable_subject: true,
});
const repositoryTemplate = pickFields(getRepositorySubjectTemplate, {
  use_default: true,
  include_claim_keys: true,
  use_immutable_subject: true,
  sub_claim_prefix: true,
});

/** An organization, or a repository as owner/name. */
export type TemplateTarget = { readonly org: string } | RepositoryRef;

/** A target's template, as the service returns it. */
export interface SubjectTemplate {
  /** True if the target has the service's default subject, whatever the organization's template is. */
  readonly usesDefault: boolean;
  /** Keys of the subject. For a repository that follows its organization, these are the organization's. */
  readonly keys: readonly string[];
  /**
   * The setting for subjects with ids; undefined if the service has none. False can also be its default, which does not
   * say whether subjects contain ids: the prefix does.
   */
  readonly immutable: boolean | undefined;
  /** Start of subjects with the key `repo`, if the service returns it: with `@` if they contain ids. */
  readonly prefix: string | undefined;
}

/** The desired form: own keys, the service's default, or the organization's template. */
export type DesiredForm =
  | { readonly form: "keys"; readonly keys: readonly string[] }
  | { readonly form: "default" }
  | { readonly form: "organization" };

/** The template that is wanted. */
export interface TemplateGoal {
  /** `current`: whichever it has. */
  readonly form: DesiredForm | { readonly form: "current" };
  /** True if subjects must contain ids, false if they must not; undefined: as they are. */
  readonly immutable: boolean | undefined;
}

export function targetName(target: TemplateTarget): string {
  return "org" in target ? target.org : `${target.owner}/${target.repo}`;
}

function clientOf(run: RunContext, target: TemplateTarget): Promise<Client> {
  return run.connection.forOwner("org" in target ? target.org : target.owner);
}

/** Reads a target's template. @throws ForgeError, Problem */
export async function readTemplate(run: RunContext, target: TemplateTarget): Promise<SubjectTemplate> {
  const { call } = await clientOf(run, target);
  if ("org" in target) {
    const { include_claim_keys, use_immutable_subject } = await call(organizationTemplate, target);
    return toTemplate(false, include_claim_keys, use_immutable_subject, undefined);
  }
  try {
    const response = await call(repositoryTemplate, target);
    const { use_default, include_claim_keys, use_immutable_subject, sub_claim_prefix } = response;
    return toTemplate(use_default, include_claim_keys, use_immutable_subject, sub_claim_prefix);
  } catch (error) {
    if (!isNotFoundError(error)) throw error;
    // A repository without a template has the default subject, not the organization's. Reading its facts fails if it
    // does not exist.
    await run.directory.facts(target);
    return toTemplate(true, undefined, undefined, undefined);
  }
}

function toTemplate(
  usesDefault: boolean,
  configuredKeys: readonly string[] | undefined,
  immutable: boolean | undefined,
  prefix: string | undefined,
): SubjectTemplate {
  // Without keys, the default subject applies.
  const keys =
    usesDefault || configuredKeys === undefined || configuredKeys.length === 0 ? DEFAULT_KEYS : configuredKeys;
  return { usesDefault, keys, immutable, prefix };
}

/** A template to write. */
interface TemplateWrite {
  readonly desired: DesiredForm;
  /** The setting for subjects with ids; undefined: not sent. */
  readonly immutable: boolean | undefined;
  /** The work that the write belongs to. */
  readonly context: Work;
}

/** Sets a target's template. @throws ForgeError */
export async function writeTemplate(
  run: RunContext,
  target: TemplateTarget,
  { desired, immutable, context }: TemplateWrite,
): Promise<void> {
  const { call } = await clientOf(run, target);
  const immutableField = immutable === undefined ? {} : { use_immutable_subject: immutable };
  const keys = desired.form === "keys" ? { include_claim_keys: [...desired.keys] } : {};
  if ("org" in target)
    await call(setOrganizationSubjectTemplate, { ...target, ...keys, ...immutableField }, { context });
  else {
    const { owner, repo } = target;
    const template = { use_default: desired.form === "default", ...keys, ...immutableField };
    await call(setRepositorySubjectTemplate, { owner, repo, ...template }, { context });
  }
}

/**
 * Returns true if a template has the desired form.
 * @param organizationKeys keys of the organization's template, if that is desired
 */
export function matchesDesired(
  current: SubjectTemplate,
  desired: DesiredForm,
  organizationKeys: readonly string[] | undefined,
): boolean {
  switch (desired.form) {
    case "keys":
      return isSameKeys(current.keys, desired.keys);
    case "default":
      return current.usesDefault;
    case "organization":
      // A repository that follows its organization can't be distinguished from one with the same keys of its own.
      return !current.usesDefault && organizationKeys !== undefined && isSameKeys(current.keys, organizationKeys);
  }
}

/**
 * Returns the setting to send with a template. An opt-in is sent back, or it could be lost. False is not: as a default it
 * is not an opt-out, but would be one if it was sent.
 */
export function immutableToSend(current: SubjectTemplate, wanted: boolean | undefined): boolean | undefined {
  return wanted ?? (current.immutable || undefined);
}

/** Returns true if subjects contain ids; undefined if the service does not say. */
export function hasIds({ immutable, prefix }: Pick<SubjectTemplate, "immutable" | "prefix">): boolean | undefined {
  return prefix?.startsWith("repo:") ? prefix.includes("@") : immutable || undefined;
}

/** The order of keys is significant. */
export function isSameKeys(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((key, index) => key === b[index]);
}

/** Describes a template by its keys, or as the default. */
export function describeTemplate({ usesDefault, keys }: Pick<SubjectTemplate, "usesDefault" | "keys">): string {
  return usesDefault ? "the default" : keys.join(":");
}

/**
 * Describes a desired form.
 * @param organizationKeys keys of the organization's template; undefined if unknown
 */
export function describeDesired(desired: DesiredForm, organizationKeys: readonly string[] | undefined): string {
  if (desired.form === "keys") return desired.keys.join(":");
  if (desired.form === "default") return "the default";
  return `its organization's${organizationKeys === undefined ? "" : ` ${organizationKeys.join(":")}`}`;
}

/** Returns the keys of subjects in the desired form. */
export function desiredKeys(
  desired: DesiredForm,
  organizationKeys: readonly string[] | undefined,
): readonly string[] | undefined {
  if (desired.form === "keys") return desired.keys;
  return desired.form === "default" ? DEFAULT_KEYS : organizationKeys;
}
