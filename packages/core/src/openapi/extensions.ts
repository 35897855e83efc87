import type { Access, Requirement } from "../contract/access.ts";
import type { ParsableDefinition } from "../contract/definition-of.ts";
import { EDITIONS } from "../contract/edition.ts";
import type { AnyOperation } from "../contract/operation-types.ts";
import { paceOf } from "../contract/pace-of.ts";
import { type Dialect, wireScope } from "../dialect/dialect.ts";
import { permissionNames } from "../dialect/permission-names.ts";
import { wireField } from "./parameters.ts";

/** Returns the parts of a definition that OpenAPI cannot express, as `x-` properties. */
export function extensionsOf(dialect: Dialect, operation: AnyOperation, definition: ParsableDefinition): object {
  const { bodyNames, paging, rules, since, deprecated, retired, restricted, versions } = definition;
  const field = (name: string) => bodyNames?.[name] ?? wireField(dialect, name);
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

function accessOf(dialect: Dialect, { requirements, ...access }: Access): object {
  return {
    ...access,
    requirements: requirements.map((alternative) =>
      alternative.map((requirement) => wireRequirement(dialect, requirement)),
    ),
  };
}

function wireRequirement(dialect: Dialect, requirement: Requirement): object {
  if ("scope" in requirement) return { ...requirement, scope: wireScope(dialect, requirement.scope) };
  const { permission, ...rest } = requirement;
  const { key, name } = permissionNames(dialect, permission);
  return { permission: key, name, ...rest };
}
