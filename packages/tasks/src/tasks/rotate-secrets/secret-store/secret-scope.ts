import type { StoreScope } from "../../../stores/store-scope.ts";
import type { SecretKind } from "./secret-kind.ts";

/** Scope of secrets of one kind. Environments have only those of Actions. */
export type SecretScope = StoreScope<SecretKind>;
