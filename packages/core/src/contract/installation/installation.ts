import * as z from "zod/mini";
import type { Access } from "../access.ts";
import { InstallationRepository } from "../objects/repository.ts";
import { operation } from "../operation.ts";
import { wrappedList } from "../paging.ts";

// Operations of an installation on itself (source: openapi).

const access: Access = { tokens: ["installation", "workflow"], requirements: [[]] };

/**
 * Lists the repositories that the installation token can access.
 * @see https://docs.github.com/rest/apps/installations#list-repositories-accessible-to-the-app-installation
 */
export const listInstallationRepositories = operation("GET /installation/repositories", () => ({
  ...wrappedList({
    repositories: z.array(InstallationRepository.schema()),
    repository_selection: z.optional(z.string()),
  }),
  otherStatuses: [304, 401, 403],
  access,
}));

/**
 * Revokes the installation token.
 * @see https://docs.github.com/rest/apps/installations#revoke-an-installation-access-token
 */
export const revokeInstallationToken = operation("DELETE /installation/token", () => ({
  success: { 204: undefined },
  access,
  retry: "verify",
}));
