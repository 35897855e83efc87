// What it takes to read the contract: to serve it, to describe it, to check against it.

export { nearest } from "../nearest.ts";
export type { Access, Condition, Level, Need, Permission, Role, Scope, TokenKind } from "./access.ts";
export { PERMISSIONS, SCOPES, TOKEN_KINDS } from "./access.ts";
export type { Defined, DefinedAnswer } from "./defined.ts";
export { definitionOf, expectedAnswer, isSchema, isVerbatim, messageOf, paceOf } from "./defined.ts";
export type {
  Answer,
  Constant,
  Definition,
  Deprecation,
  Pace,
  Paging,
  Retry,
  Rule,
  RuleContext,
  Verbatim,
} from "./definition.ts";
export type { Edition } from "./edition.ts";
export { EDITIONS } from "./edition.ts";
export { actionsOf, payloadSchema } from "./events/event.ts";
export type { AnyEvent, EventRule, HookKind } from "./events/event-types.ts";
export type { EventName } from "./events/index.ts";
export { EVENT_NAMES, EVENTS, eventRule, isEventName, knownEvent } from "./events/index.ts";
export { exactFields, quoteExact, unquoteExact } from "./exact.ts";
export { VARIABLE_NAME } from "./fields.ts";
export { describeIssue } from "./issue.ts";
export type { Grants, Target } from "./missing-needs.ts";
export { alternativesFor, isScoped, isWorkflowFile, missingNeeds } from "./missing-needs.ts";
export { placeholdersOf } from "./operation.ts";
export type { AnyOperation, Input, Item, Method, Operation, Output } from "./operation-types.ts";
export { PERMISSION_MATRIX } from "./permission-matrix.ts";
export type { Mark } from "./schema.ts";
export { defOf, fieldPaths, isMarked } from "./schema.ts";
export { API_VERSION, API_VERSIONS } from "./version.ts";
