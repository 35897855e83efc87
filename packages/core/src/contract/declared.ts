// The part of the entry for tools that reads the contract as it is declared, with schemas of zod.

export { acceptedScopes } from "./accepted-scopes.ts";
export type { AccessSource } from "./access-source.ts";
export { accessSource, accessSources } from "./access-source.ts";
export { bigIntegerFields } from "./big-integer-fields.ts";
export type { ParsableDefinition, ParsableResponseSpec } from "./definition-of.ts";
export { definitionOf, isSchema } from "./definition-of.ts";
export { actionsOf, choosesAction, hasAction, payloadSchema } from "./events/declared-payloads.ts";
export type { EventName } from "./events/index.ts";
export { EVENT_NAMES, EVENTS, eventRule, isEventName, knownEvent } from "./events/index.ts";
export { VARIABLE_NAME_PATTERN } from "./fields.ts";
export type { FieldAnnotation } from "./schema.ts";
export { defOf, fieldPaths, hasAnnotation } from "./schema.ts";
export { describeIssue } from "./schema-issue.ts";
