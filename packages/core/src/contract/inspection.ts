// Entry point for tools that inspect the contract: to serve it, document it or validate against it.

export { closestMatch } from "../closest-match.ts";
export { acceptedScopes } from "./accepted-scopes.ts";
export type {
  Access,
  Permission,
  PermissionLevel,
  Requirement,
  RequirementCondition,
  Role,
  Scope,
  TokenKind,
  UndocumentedSource,
} from "./access.ts";
export { PERMISSIONS, SCOPES, TOKEN_KINDS, WORKFLOW_PERMISSIONS } from "./access.ts";
export type { AccessSource } from "./access-source.ts";
export { accessSource, accessSources } from "./access-source.ts";
export { bigIntegerFields } from "./big-integer-fields.ts";
export { quoteBigIntegers, unquoteBigIntegers } from "./big-integers.ts";
export { paceOf } from "./call-definition.ts";
export type {
  Constant,
  Definition,
  Deprecation,
  InputRule,
  Pace,
  Paging,
  ResponseSpec,
  Retry,
  RuleContext,
  Verbatim,
} from "./definition.ts";
export { expectedResponse, isVerbatim, ruleMessage } from "./definition.ts";
export type { ParsableDefinition, ParsableResponseSpec } from "./definition-of.ts";
export { definitionOf, isSchema } from "./definition-of.ts";
export type { Edition } from "./edition.ts";
export { EDITIONS } from "./edition.ts";
export { actionsOf, choosesAction, hasAction, payloadSchema } from "./events/declared-payloads.ts";
export type { AnyEvent, EventRule, HookKind } from "./events/event-types.ts";
export type { EventName } from "./events/index.ts";
export { EVENT_NAMES, EVENTS, eventRule, isEventName, knownEvent } from "./events/index.ts";
export { VARIABLE_NAME_PATTERN } from "./fields.ts";
export type { AccessTarget, TokenGrants } from "./missing-requirements.ts";
export { alternativesFor, hasScope, isScoped, isWorkflowFile, missingRequirements } from "./missing-requirements.ts";
export { operation } from "./operation.ts";
export type { AnyOperation, Input, Item, ListOperation, Method, Operation, Output } from "./operation-types.ts";
export { PERMISSION_MATRIX } from "./permission-matrix.ts";
export type { NeededPermissions, PermissionSet } from "./permissions-for.ts";
export { permissionsFor } from "./permissions-for.ts";
export { placeholdersOf } from "./placeholders.ts";
export type { FieldAnnotation } from "./schema.ts";
export { defOf, fieldPaths, hasAnnotation } from "./schema.ts";
export { describeIssue } from "./schema-issue.ts";
export { API_VERSION, API_VERSIONS, DEFAULT_API_VERSION } from "./version.ts";
