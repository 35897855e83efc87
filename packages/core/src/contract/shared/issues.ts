import * as z from "zod/mini";
import type { Access, PermissionLevel, Role } from "../access.ts";
import { sortDirection, timestamp } from "../fields.ts";
import { CONFIDENCE_LEVELS } from "../issue-values.ts";
import { permissionAccess, publicReadAccess, USER_TOKENS, WRITE_REPO_SCOPES } from "../permission-access.ts";

// Issues and pull requests share comments, labels, milestones and assignees, so a permission on either gives access.

const pullRequests = (level: PermissionLevel) =>
  ({ requirements: [[{ permission: "pull_requests", level }]], hasOtherRequirements: true }) as const;

/** Read access to what issues and pull requests share. */
export const SHARED_READ: Access = publicReadAccess("issues", pullRequests("read"));

/** Returns write access to what issues and pull requests share. */
export const sharedWrite = (...roles: readonly Role[]): Access =>
  permissionAccess("issues", "write", [WRITE_REPO_SCOPES], {
    ...pullRequests("write"),
    ...(roles.length > 0 && { roles }),
  });

/** Access to the issues of all repositories that the caller can see. No permission is needed (source: docs). */
export const CALLER_ACCESS: Access = { tokens: USER_TOKENS, requirements: [[]] };

/** Filters of every list of issues. */
export const issueFilters = () => ({
  state: z._default(z.enum(["open", "closed", "all"]), "open"),
  labels: z.optional(z.string()),
  sort: z._default(z.enum(["created", "updated", "comments"]), "created"),
  direction: z._default(sortDirection(), "desc"),
  since: z.optional(timestamp()),
});

/** Filters of lists of issues of all repositories that the caller can see. */
export const callerIssueFilters = () => ({
  filter: z._default(z.enum(["assigned", "created", "mentioned", "subscribed", "repos", "all"]), "assigned"),
  ...issueFilters(),
});

/** Fields of a change that can be suggested instead of made. */
export const suggestionFields = () => ({
  rationale: z.optional(z.string()),
  suggest: z.optional(z.boolean()),
  confidence: z.optional(z.enum(CONFIDENCE_LEVELS)),
});

/** Path of an issue. */
export const issuePath = () => z.object({ issue_number: z.int() });
