import * as z from "zod/mini";
import { once } from "../once.ts";
import { open, vendorKeys } from "../schema.ts";

/** Permission sets by their keys, and how far each goes (document 1, Credentials). */
export interface GrantedPermissions extends z.output<ReturnType<typeof GrantedPermissions>> {}
export const GrantedPermissions = /* @__PURE__ */ once(() =>
  vendorKeys(z.record(z.string(), open("read", "write", "admin"))),
);
