import * as z from "zod/mini";
import { extensibleEnum, namedSchema, vendorKeys } from "../schema.ts";

/** Granted permissions: permission key -> level. */
export class GrantedPermissions extends namedSchema(() =>
  vendorKeys(z.record(z.string(), extensibleEnum("read", "write", "admin"))),
) {}
