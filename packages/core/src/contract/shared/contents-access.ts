import type { Access } from "../access.ts";
import { permissionAccess, publicReadAccess, WRITE_REPO_SCOPES } from "../permission-access.ts";
import { type ReadWriteAccess, readWriteAccess } from "../reads-and-writes.ts";

/** Access to commits, branches, tags and releases. */
export const CONTENTS_ACCESS: ReadWriteAccess = readWriteAccess((level) =>
  level === "read"
    ? publicReadAccess("contents")
    : permissionAccess("contents", "write", [WRITE_REPO_SCOPES], { roles: ["push"] }),
);

/**
 * Access to write branches and tags. If the commits contain changed workflow files, an additional permission or scope is
 * required (source: docs).
 */
export const REF_WRITE_ACCESS: Access = {
  ...CONTENTS_ACCESS.write.access,
  requirements: [
    [
      { permission: "contents", level: "write" },
      { permission: "workflows", level: "write", when: "workflow-file" },
    ],
    [...WRITE_REPO_SCOPES, { scope: "workflow", when: "workflow-file" }],
  ],
  hasOtherRequirements: true,
};
