// Entry point for tools that inspect the contract: to serve it, document it or validate against it.

export { closestMatch } from "../closest-match.ts";
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
export { quoteBigIntegers, unquoteBigIntegers } from "./big-integers.ts";
export { callDefinitionOf } from "./call-definition.ts";
export * from "./declared.ts";
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
export type { Edition } from "./edition.ts";
export { EDITIONS } from "./edition.ts";
export type { AnyEvent, EventRule, HookKind } from "./events/event-types.ts";
export type { AccessTarget, TokenGrants } from "./missing-requirements.ts";
export { alternativesFor, hasScope, isScoped, isWorkflowFile, missingRequirements } from "./missing-requirements.ts";
export { operation } from "./operation.ts";
export type { AnyOperation, Input, Item, ListOperation, Method, Operation, Output } from "./operation-types.ts";
export { paceOf } from "./pace-of.ts";
export { PERMISSION_MATRIX } from "./permission-matrix.ts";
export type { NeededPermissions, PermissionSet } from "./permissions-for.ts";
export { permissionsFor } from "./permissions-for.ts";
export { placeholdersOf } from "./placeholders.ts";
export { assetFileName } from "./rules/asset-file-name.ts";
export { API_VERSION, API_VERSIONS, DEFAULT_API_VERSION } from "./version.ts";
