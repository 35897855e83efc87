import type { Problem } from "../../problem.ts";
import type { Settings } from "../../settings/read.ts";
import type { Selection } from "../../targets/directory.ts";
import { readSelection } from "../../targets/selection.ts";
import type { Expectation } from "./expectation.ts";
import type { Wanted } from "./template.ts";

/** One entry: targets with what is wanted of them, a subject that is expected, or both. */
export interface Entry {
  readonly organizations: readonly string[];
  readonly selection: Selection | undefined;
  /** Undefined where nothing is to be set. */
  readonly wanted: Wanted | undefined;
  /** The environment whose subject the plan shows. */
  readonly environment: string;
  readonly expectation: Expectation | undefined;
  /** What is wrong with its claim keys. */
  readonly problem?: ((problem: string) => Problem) | undefined;
}

/** Reads an entry's settings. @throws Problem on what doesn't go together */
export function readEntry(settings: Settings): Entry {
  const organizations = settings.optional("organization") ?? [];
  const selection = readSelection(settings);
  const isNamed = organizations.length > 0 || selection !== undefined;
  const isSet = ["include-claim-keys", "use-default"] as const;
  const text = settings.optional("expect-subject");
  const audience = settings.optional("audience");
  if (!isNamed && (text === undefined || isSet.some((name) => settings.optional(name) !== undefined))) {
    throw settings.problem(
      "organization",
      'is missing, and "repositories" too: name what to set by one of them or both. For example: organization: acme',
    );
  }
  return {
    organizations,
    selection,
    wanted: isNamed ? readWanted(settings, organizations.length > 0, selection !== undefined) : undefined,
    environment: settings.optional("environment") ?? "production",
    expectation: text === undefined ? undefined : { text, audience },
    problem: (problem) => settings.problem("include-claim-keys", problem),
  };
}

function readWanted(settings: Settings, hasOrganizations: boolean, hasRepositories: boolean): Wanted {
  const usesDefault = settings.optional("use-default");
  const keys = settings.optional("include-claim-keys");
  if (usesDefault === undefined) return { form: "keys", keys: keys ?? settings.required("include-claim-keys") };
  if (usesDefault) {
    if (hasOrganizations) {
      throw settings.problem(
        "use-default",
        "is for repositories; an organization goes back to its start with include-claim-keys: repo, context",
      );
    }
    if (keys === undefined) return { form: "default" };
    throw settings.problem(
      "use-default",
      'is true beside "include-claim-keys": give one of them, as the default subject has no keys of its own.',
    );
  }
  if (keys !== undefined) return { form: "keys", keys };
  if (hasRepositories && !hasOrganizations) return { form: "organization" };
  throw settings.problem(
    "use-default",
    "is false without include-claim-keys, which lets repositories follow their organization's template: name them alone, " +
      "and set the organization's in an entry of its own",
  );
}
