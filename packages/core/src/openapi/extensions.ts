import type { Access, Need } from "../contract/access.ts";
import { type Defined, paceOf } from "../contract/defined.ts";
import { EDITIONS } from "../contract/edition.ts";
import type { AnyOperation } from "../contract/operation-types.ts";
import { type Dialect, permissionNames, wireScope } from "../dialect/dialect.ts";
import { fieldOf } from "./parameters.ts";

/** What the contract says of an operation and OpenAPI has no words for, as members that begin with `x-`. */
export function extensionsOf(dialect: Dialect, operation: AnyOperation, definition: Defined): object {
  const { bodyNames, paging, rules, since, deprecated, retired, restricted, versions } = definition;
  const field = (name: string) => bodyNames?.[name] ?? fieldOf(dialect, name);
  const pace = paceOf(operation);
  return {
    "x-access": accessOf(dialect, definition.access),
    "x-editions": definition.editions ?? EDITIONS,
    "x-retry": definition.retry,
    "x-pace": { ...pace, serial: pace.serial.map(field) },
    ...(paging && {
      "x-paging": { ...paging, ...(paging.items !== undefined && { items: field(paging.items) }) },
    }),
    ...(rules && {
      "x-rules": rules.map(({ fields, message }) => ({ fields: fields.map(field), message })),
    }),
    ...(versions && { "x-versions": versions }),
    ...(since !== undefined && { "x-since": since }),
    ...(deprecated && { "x-deprecated": deprecated }),
    ...(retired !== undefined && { "x-retired": retired }),
    ...(restricted && { "x-restricted": restricted }),
  };
}

function accessOf(dialect: Dialect, { needs, ...access }: Access): object {
  return { ...access, needs: needs.map((alternative) => alternative.map((need) => wireNeed(dialect, need))) };
}

function wireNeed(dialect: Dialect, need: Need): object {
  if ("scope" in need) return { ...need, scope: wireScope(dialect, need.scope) };
  const { permission, ...rest } = need;
  const { key, name } = permissionNames(dialect, permission);
  return { permission: key, name, ...rest };
}
