import { PERMISSIONS } from "@forgehand/core/contract";
import type { JobToStart } from "../../public.ts";
import { PRIVATE_FORKS, WORKFLOWS } from "../../state/actions-permissions.ts";
import type { Permissions } from "../../state/apps.ts";
import type { Database } from "../../state/database.ts";
import { fullNameOf, type Repository } from "../../state/repositories.ts";
import { readSetting } from "../../state/settings.ts";
import { allPermissions } from "../../state/tokens.ts";
import type { JobOrigin } from "./origin.ts";

/** What workflows may ask for (public documents of their syntax) and no operation here needs. */
const OTHERS = [
  ...["artifact_metadata", "attestations", "checks", "deployments", "discussions", "models", "packages", "pages"],
  ...["repository_projects", "security_events", "statuses"],
];

/** What a job may: with its built-in token, and whether it may have identity tokens. */
interface Granted {
  readonly permissions: Permissions;
  readonly idToken: boolean;
}

/** What jobs may whose workflow doesn't say, where the organization has set that they read. */
const READING = { contents: "read", packages: "read" } as const;

/**
 * What a job's workflow grants it, or its organization where the workflow doesn't say. A pull request from a fork only
 * reads, unless the repository is private and its organization trusts it with more (public documents of the token).
 * @throws RangeError on permissions that there are none of, and where a fork may run nothing
 */
export function grantedTo(
  db: Database,
  repository: Repository,
  told: JobToStart["permissions"],
  { isForeign }: Pick<JobOrigin, "isForeign">,
): Granted {
  const onlyReads = isForeign && !isTrusted(db, repository);
  const { "id-token": idToken, ...asked } = told ?? usuallyGranted(db, repository);
  const permissions = Object.entries(asked).map(([name, level]): [string, "read" | "write"] => {
    return [permissionNamed(name), onlyReads ? "read" : level];
  });
  return {
    // Whatever a job may, it may know its repository.
    permissions: { metadata: "read", ...Object.fromEntries(permissions) },
    idToken: idToken === "write" && !onlyReads,
  };
}

function usuallyGranted(db: Database, { owner_id }: Repository): NonNullable<JobToStart["permissions"]> {
  const { default_workflow_permissions: level } = readSetting(db, WORKFLOWS, owner_id);
  return level === "read" ? READING : { ...allPermissions("repository"), "id-token": "write" };
}

/** May the pull requests of a repository's forks do what others may? @throws RangeError where they may run nothing */
function isTrusted(db: Database, repository: Repository): boolean {
  if (!repository.private) return false;
  const forks = readSetting(db, PRIVATE_FORKS, repository.owner_id);
  if (forks.run_workflows_from_fork_pull_requests) return forks.send_write_tokens_to_workflows;
  throw new RangeError(`${fullNameOf(db, repository)} runs no workflows of pull requests from forks.`);
}

/** Workflows write `pull-requests`, apps `pull_requests`. */
function permissionNamed(name: string): string {
  const key = name.replaceAll("-", "_");
  const isOfRepository = Object.entries(PERMISSIONS).some(([known, { of }]) => known === key && of === "repository");
  if (isOfRepository || OTHERS.includes(key)) return key;
  throw new RangeError(`A job has no permission ${JSON.stringify(name)}.`);
}
