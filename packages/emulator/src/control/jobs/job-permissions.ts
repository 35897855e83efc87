import { PERMISSIONS } from "@forgehand/core/contract";
import type { JobToStart } from "../../public.ts";
import { PRIVATE_FORK_POLICY, WORKFLOW_PERMISSIONS } from "../../state/actions-permissions.ts";
import type { GrantedPermissions } from "../../state/apps.ts";
import type { Database } from "../../state/database.ts";
import { fullNameOf, type Repository } from "../../state/repositories.ts";
import { readSetting } from "../../state/settings.ts";
import { allPermissions } from "../../state/tokens.ts";
import type { JobOrigin } from "./job-origin.ts";

/** Documented workflow permissions that no operation here requires. */
const OTHER_PERMISSIONS = [
  "artifact_metadata",
  "attestations",
  "checks",
  "deployments",
  "discussions",
  "models",
  "packages",
  "pages",
  "repository_projects",
  "security_events",
  "statuses",
];

/** Permissions of a job's built-in token, and whether the job can request ID tokens. */
interface JobPermissions {
  readonly permissions: GrantedPermissions;
  readonly idToken: boolean;
}

/** Default permissions if the organization has set them to read-only. */
const READ_ONLY_DEFAULT = { contents: "read", packages: "read" } as const;

/**
 * Returns a job's permissions: those of its workflow, otherwise the organization's default. As documented by GitHub,
 * jobs for pull requests from forks can only read, unless the repository is private and its organization allows more.
 * @throws RangeError on unknown permissions, and if jobs for forks are disabled
 */
export function resolveJobPermissions(
  db: Database,
  repository: Repository,
  requestedPermissions: JobToStart["permissions"],
  { isFromFork }: Pick<JobOrigin, "isFromFork">,
): JobPermissions {
  const isReadOnly = isFromFork && !isTrusted(db, repository);
  const { "id-token": idToken, ...requested } = requestedPermissions ?? defaultPermissions(db, repository);
  const permissions = Object.entries(requested).map(([name, level]): [string, "read" | "write"] => {
    return [requirePermission(name), isReadOnly ? "read" : level];
  });
  return {
    // Every job can read its repository's metadata.
    permissions: { metadata: "read", ...Object.fromEntries(permissions) },
    idToken: idToken === "write" && !isReadOnly,
  };
}

function defaultPermissions(db: Database, { owner_id }: Repository): NonNullable<JobToStart["permissions"]> {
  const { default_workflow_permissions: level } = readSetting(db, WORKFLOW_PERMISSIONS, owner_id);
  return level === "read" ? READ_ONLY_DEFAULT : { ...allPermissions("repository"), "id-token": "write" };
}

/**
 * Whether pull requests from forks get full permissions.
 * @throws RangeError if they can't run workflows at all
 */
function isTrusted(db: Database, repository: Repository): boolean {
  if (!repository.private) return false;
  const forks = readSetting(db, PRIVATE_FORK_POLICY, repository.owner_id);
  if (forks.run_workflows_from_fork_pull_requests) return forks.send_write_tokens_to_workflows;
  throw new RangeError(`${fullNameOf(db, repository)} doesn't run workflows for pull requests from forks.`);
}

/** Returns a permission's name as apps spell it: `pull_requests` for the `pull-requests` of a workflow file. */
function requirePermission(name: string): string {
  const key = name.replaceAll("-", "_");
  const isRepositoryPermission = Object.entries(PERMISSIONS).some(
    ([known, { of }]) => known === key && of === "repository",
  );
  if (isRepositoryPermission || OTHER_PERMISSIONS.includes(key)) return key;
  throw new RangeError(`There is no job permission ${JSON.stringify(name)}.`);
}
