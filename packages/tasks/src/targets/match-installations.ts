import { lazy, wildcardMatcher } from "@forgehand/core/internal";
import type { Connection, Installation } from "../connection.ts";
import type { Skipped } from "../plan.ts";
import { Problem } from "../problem.ts";

/** The installations that a pattern of owners matches. */
export interface MatchedInstallations {
  /** Those that can be used. */
  readonly active: readonly Installation[];
  /** Those that can't, with the reason. */
  readonly skipped: readonly Skipped[];
}

/**
 * Creates a search for the installations of the app by a pattern of owners. They are listed once.
 * @throws Problem if the credentials are not an app's
 */
export function installationMatcher({ installations }: Pick<Connection, "installations">) {
  const load = lazy(async () => {
    const listed = await installations();
    if (listed) return listed;
    throw new Problem('A pattern of owners requires an app: set "app-id" and "private-key" instead of "token".');
  });
  return async (
    pattern: string,
    kinds: readonly Installation["kind"][],
    isIncluded: (owner: string) => boolean,
  ): Promise<MatchedInstallations> => {
    const matchesOwner = wildcardMatcher(pattern.toLowerCase());
    const matching = (await load()).filter(({ owner }) => matchesOwner(owner.toLowerCase()) && isIncluded(owner));
    const reasonOf = ({ kind, isSuspended }: Installation): string | undefined => {
      if (!kinds.includes(kind)) return KIND_REASONS[kind];
      return isSuspended ? "the app is suspended there; an administrator can unsuspend it" : undefined;
    };
    return {
      active: matching.filter((installation) => reasonOf(installation) === undefined),
      skipped: matching.flatMap((installation) => {
        const why = reasonOf(installation);
        return why === undefined ? [] : [{ target: installation.owner, why }];
      }),
    };
  };
}

const KIND_REASONS: Readonly<Record<Installation["kind"], string>> = {
  organization: "is an organization",
  user: "is a user account, not an organization",
  enterprise: "is an enterprise, not an organization",
};
