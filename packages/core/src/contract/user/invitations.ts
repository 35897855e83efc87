import * as z from "zod/mini";
import type { Requirement } from "../access.ts";
import { RepositoryInvitation } from "../objects/invitation.ts";
import { operation } from "../operation.ts";
import { list } from "../paging.ts";
import { USER_TOKENS } from "../permission-access.ts";

const SCOPE: readonly Requirement[] = [{ scope: "repo", source: "recording" }];

/**
 * Lists the open invitations to repositories that the caller has received.
 * @see https://docs.github.com/rest/collaborators/invitations#list-repository-invitations-for-the-authenticated-user
 */
export const listReceivedRepositoryInvitations = operation("GET /user/repository_invitations", () => ({
  ...list(RepositoryInvitation.schema()),
  otherStatuses: [304, 401, 403, 404],
  access: { tokens: USER_TOKENS, requirements: [SCOPE] },
}));

/**
 * Accepts an invitation to a repository. Fine-grained tokens are not accepted.
 * @see https://docs.github.com/rest/collaborators/invitations#accept-a-repository-invitation
 */
export const acceptRepositoryInvitation = operation("PATCH /user/repository_invitations/{invitation_id}", () => ({
  path: z.object({ invitation_id: z.int() }),
  success: { 204: undefined },
  otherStatuses: [304, 403, 404, 409],
  access: {
    tokens: ["classic", "oauth", "user-access"],
    requirements: [[{ permission: "administration", level: "write" }], SCOPE],
  },
  // An accepted invitation no longer exists, so a repetition fails.
  retry: "verify",
}));
