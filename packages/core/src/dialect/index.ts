export type { Dialect, WireNames } from "./dialect.ts";
export {
  mediaType,
  neutralScope,
  tokenKind,
  wirePath,
  wireScope,
} from "./dialect.ts";
export type { DialectName } from "./dialects.ts";
export { DIALECT_NAMES, DIALECTS } from "./dialects.ts";
export { neutralEvent, wireEvent } from "./event-name.ts";
export { github } from "./github.ts";
export { neutralPermission, permissionNames } from "./permission-names.ts";
export { svc } from "./svc.ts";
export { fromWire, toWire } from "./translate-declared.ts";
