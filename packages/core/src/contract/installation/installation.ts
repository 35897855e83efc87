import * as z from "zod/mini";
import type { Access } from "../access.ts";
import { InstallationRepository } from "../objects/repository.ts";
import { operation } from "../operation.ts";
import { wrappedList } from "../paging.ts";

// What an installation's token can do with itself (public description).

const access: Access = { tokens: ["installation", "workflow"], needs: [[]] };

/** The repositories that the token reaches. */
export const listInstallationRepositories = /* @__PURE__ */ operation("GET /installation/repositories", () => ({
  ...wrappedList({
    repositories: z.array(InstallationRepository()),
    repository_selection: z.optional(z.string()),
  }),
  otherStatuses: [304, 401, 403],
  access,
}));

/** End the token's life. */
export const revokeInstallationToken = /* @__PURE__ */ operation("DELETE /installation/token", () => ({
  success: { 204: undefined },
  access,
  retry: "verify",
}));
