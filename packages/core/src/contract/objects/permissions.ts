import * as z from "zod/mini";
import type { NamedSchema, SchemaOutput } from "../named-schema.ts";
import { extensibleEnum, namedSchema, vendorKeys } from "../schema.ts";

/** Granted permissions: permission key -> level. */
export interface GrantedPermissions extends SchemaOutput<typeof grantedPermissionsSchema> {}
const grantedPermissionsSchema = /* @__PURE__ */ namedSchema(() =>
  vendorKeys(z.record(z.string(), extensibleEnum("read", "write", "admin"))),
);
export const GrantedPermissions: NamedSchema<GrantedPermissions> = grantedPermissionsSchema;
