import { WORKFLOW_PERMISSIONS as AVAILABLE_PERMISSIONS, type PermissionLevel } from "@forgehand/core/contract";
import type { JobToStart } from "../../public.ts";
import { PRIVATE_FORK_POLICY, WORKFLOW_PERMISSIONS } from "../../state/actions-permissions.ts";
import type { GrantedPermissions } from "../../state/apps.ts";
import type { Database } from "../../state/database.ts";
import { fullNameOf, type Repository } from "../../state/repositories.ts";
import { readSetting } from "../../state/settings.ts";
import { allWorkflowPermissions } from "../../state/tokens.ts";
import type { JobOrigin } from "./job-origin.ts";

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
  const { id_token: idToken, ...permissions } = requestedPermissions
    ? readRequested(requestedPermissions)
    : defaultPermissions(db, repository);
  const granted = Object.entries(permissions).map(([key, level]) => [key, isReadOnly ? "read" : level]);
  return {
    // Every job can read its repository's metadata.
    permissions: { metadata: "read", ...Object.fromEntries(granted) },
    idToken: idToken === "write" && !isReadOnly,
  };
}

/** Permissions of jobs whose workflow requests none. ID tokens must always be requested. */
function defaultPermissions(db: Database, { owner_id }: Repository): GrantedPermissions {
  const { default_workflow_permissions: level } = readSetting(db, WORKFLOW_PERMISSIONS, owner_id);
  return level === "read" ? READ_ONLY_DEFAULT : allWorkflowPermissions();
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

/**
 * Returns requested permissions by their names as apps spell them: `pull_requests` for the `pull-requests` of a workflow
 * file.
 * @throws RangeError if workflow files can't request one of them
 */
function readRequested(requested: NonNullable<JobToStart["permissions"]>): GrantedPermissions {
  const levelsByName = new Map<string, readonly PermissionLevel[]>(Object.entries(AVAILABLE_PERMISSIONS));
  return Object.fromEntries(
    Object.entries(requested).map(([name, level]) => {
      const levels = levelsByName.get(name);
      if (levels?.includes(level)) return [name.replaceAll("-", "_"), level];
      if (levels) throw new RangeError(`permissions.${name} must be ${levels.join(" or ")}, got ${level}.`);
      const known = [...levelsByName.keys()].join(", ");
      throw new RangeError(
        `permissions: unexpected value ${JSON.stringify(name)}. Workflow files can request ${known}.`,
      );
    }),
  );
}
