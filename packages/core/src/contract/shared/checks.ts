import type { Access } from "../access.ts";
import { permissionAccess } from "../permission-access.ts";

/** Write access to checks, which only apps have, and tokens that are issued through them (source: docs). */
export const CHECKS_WRITE: Access = permissionAccess("checks", "write", [], {
  tokens: ["user-access", "installation", "workflow"],
});
