import * as z from "zod/mini";
import type { Named, OutputOf } from "../named.ts";
import { named, open, vendorKeys } from "../schema.ts";

/** Permission sets by their keys, and how far each goes (document 1, Credentials). */
export interface GrantedPermissions extends OutputOf<typeof grantedPermissionsSchema> {}
const grantedPermissionsSchema = /* @__PURE__ */ named(() =>
  vendorKeys(z.record(z.string(), open("read", "write", "admin"))),
);
export const GrantedPermissions: Named<GrantedPermissions> = grantedPermissionsSchema;
