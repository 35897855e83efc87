// What it takes to read the contract: to serve it, to describe it, to check against it.
export type { Access, Grants, Level, Need, Permission, Role, Scope, TokenKind } from "./access.ts";
export { alternativesFor, isScoped, missingNeeds, PERMISSIONS } from "./access.ts";
export { quoteExact, unquoteExact } from "./exact.ts";
export { VARIABLE_NAME } from "./fields.ts";
export type { Definition, Paging, Retry, Rule } from "./operation.ts";
export { definitionOf, isSchema, placeholdersOf } from "./operation.ts";
export type { AnyOperation, Input, Item, Method, Operation, Output } from "./operation-types.ts";
export { API_VERSION, API_VERSIONS } from "./version.ts";
