import * as z from "zod/mini";
import { AS_APP } from "../allow.ts";
import { time } from "../fields.ts";
import { Installation, InstallationToken } from "../objects/installation.ts";
import { GrantedPermissions } from "../objects/permissions.ts";
import { operation } from "../operation.ts";
import { list } from "../paging.ts";

/** The installations of an app (public description). */
export const listInstallations = /* @__PURE__ */ operation("GET /app/installations", () => ({
  ...list(Installation(), { since: z.optional(time()), outdated: z.optional(z.string()) }),
  access: AS_APP,
}));

/** A token for an installation, for an hour; for fewer repositories or permissions if they are named (public description). */
export const createInstallationToken = /* @__PURE__ */ operation(
  "POST /app/installations/{installation_id}/access_tokens",
  () => ({
    path: z.object({ installation_id: z.int() }),
    body: z.object({
      repositories: z.optional(z.array(z.string())),
      repository_ids: z.optional(z.array(z.int())),
      permissions: z.optional(GrantedPermissions()),
    }),
    success: { 201: InstallationToken() },
    otherStatuses: [401, 403, 404, 422],
    access: AS_APP,
    retry: "idempotent",
  }),
);
