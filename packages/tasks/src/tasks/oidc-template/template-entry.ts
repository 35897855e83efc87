import type { Cloud } from "@forgehand/core/oidc";
import type { Problem } from "../../problem.ts";
import type { Settings } from "../../settings/create-settings.ts";
import type { TrustJob } from "../../settings/values.ts";
import type { RepositorySelection } from "../../targets/directory.ts";
import type { IfNoneFound } from "../../targets/if-none-found.ts";
import { readOrganizations } from "../../targets/read-organizations.ts";
import { readSelection } from "../../targets/read-selection.ts";
import type { SubjectExpectation } from "./expectation.ts";
import type { TemplateGoal } from "./template.ts";

/** Trust conditions to write for the repositories of an entry. */
export interface TrustRequest {
  /** Path of the folder, as it was given. */
  readonly folder: string;
  readonly jobs: readonly TrustJob[];
  /** Undefined: all. */
  readonly clouds: readonly Cloud[] | undefined;
  /** Audience that jobs request; undefined: the default of each cloud. */
  readonly audience: string | undefined;
}

/** One entry: targets with their desired template, an expected subject, or both. */
export interface TemplateEntry {
  readonly organizations: readonly string[];
  readonly ifNoneFound?: IfNoneFound | undefined;
  readonly selection: RepositorySelection | undefined;
  /** The desired template; undefined if none is configured. */
  readonly goal: TemplateGoal | undefined;
  /** The environment whose subject the plan shows. */
  readonly environment: string;
  readonly expectation: SubjectExpectation | undefined;
  readonly trust: TrustRequest | undefined;
  /** Creates a problem about the entry's `include-claim-keys`. */
  readonly problem?: ((problem: string) => Problem) | undefined;
}

/**
 * Reads an entry's settings.
 * @throws Problem if settings contradict each other
 */
export function readTemplateEntry(settings: Settings): TemplateEntry {
  const organizations = readOrganizations(settings) ?? [];
  const selection = readSelection(settings);
  const hasTargets = organizations.length > 0 || selection !== undefined;
  const templateSettings = ["include-claim-keys", "use-default", "immutable-subject"] as const;
  const text = settings.optional("expect-subject");
  const audience = settings.optional("audience");
  if (!hasTargets && (text === undefined || templateSettings.some((name) => settings.optional(name) !== undefined))) {
    throw settings.problem("organization", 'or "repositories" must be set. For example: organization: acme');
  }
  return {
    organizations,
    ifNoneFound: settings.optional("if-none-found"),
    selection,
    goal: hasTargets ? readGoal(settings, organizations.length > 0, selection !== undefined) : undefined,
    environment: settings.optional("environment") ?? "production",
    expectation: text === undefined ? undefined : { text, audience },
    trust: readTrust(settings, selection !== undefined),
    problem: (problem) => settings.problem("include-claim-keys", problem),
  };
}

function readTrust(settings: Settings, hasRepositories: boolean): TrustRequest | undefined {
  const folder = settings.optional("trust-conditions");
  if (folder === undefined) {
    for (const name of ["trust-jobs", "trust-clouds"] as const) {
      if (settings.optional(name) === undefined) continue;
      throw settings.problem(name, "needs trust-conditions. For example: trust-conditions: trust");
    }
    return undefined;
  }
  if (!hasRepositories) {
    throw settings.problem(
      "trust-conditions",
      "needs repositories, because trust conditions name each of them. For example: repositories: acme/*",
    );
  }
  const defaultJobs = settings.isGiven("environment") ? (["environment"] as const) : (["branch"] as const);
  return {
    folder,
    jobs: settings.optional("trust-jobs") ?? defaultJobs,
    clouds: settings.optional("trust-clouds"),
    audience: settings.optional("audience"),
  };
}

function readGoal(settings: Settings, hasOrganizations: boolean, hasRepositories: boolean): TemplateGoal {
  const immutable = settings.optional("immutable-subject");
  return { form: readForm(settings, hasOrganizations, hasRepositories), immutable };
}

function readForm(settings: Settings, hasOrganizations: boolean, hasRepositories: boolean): TemplateGoal["form"] {
  const usesDefault = settings.optional("use-default");
  const keys = settings.optional("include-claim-keys");
  if (usesDefault === undefined) {
    if (keys === undefined && settings.optional("immutable-subject") !== undefined) return { form: "current" };
    return { form: "keys", keys: keys ?? settings.required("include-claim-keys") };
  }
  if (usesDefault) {
    if (hasOrganizations) {
      throw settings.problem(
        "use-default",
        "must not be true for an organization. To restore its default, set include-claim-keys: repo, context",
      );
    }
    if (keys === undefined) return { form: "default" };
    throw settings.problem(
      "use-default",
      'must not be true if "include-claim-keys" is set: the default subject has no keys of its own. Remove one.',
    );
  }
  if (keys !== undefined) return { form: "keys", keys };
  if (hasRepositories && !hasOrganizations) return { form: "organization" };
  throw settings.problem(
    "use-default",
    "must not be false without include-claim-keys for an organization: only repositories can follow their organization's " +
      "template. Remove the organization, and set its template in a separate entry.",
  );
}
