import {
  describeAlternatives,
  describeRoles,
  describeTokenKind,
} from "../../../packages/core/src/client/access/describe-access.ts";
import type { Access, TokenKind } from "../../../packages/core/src/contract/access.ts";
import type { ParsableDefinition } from "../../../packages/core/src/contract/definition-of.ts";
import { alternativesFor, isScoped } from "../../../packages/core/src/contract/missing-requirements.ts";
import { github } from "../../../packages/core/src/dialect/github.ts";

/** Describes who can call an operation, in the vendor's terms. */
export function accessSentences({ access, restricted }: Pick<ParsableDefinition, "access" | "restricted">): string[] {
  const { tokens, roles = [], hasOtherRequirements } = access;
  const tokenKinds = tokens.filter((kind) => kind !== "anonymous");
  const groups = [tokenKinds.filter(isScoped), tokenKinds.filter((kind) => !isScoped(kind))].filter(
    (kinds) => kinds.length > 0,
  );
  return [
    ...groups.map((kinds) => describeTokenKinds(access, kinds)),
    ...(tokens.includes("anonymous") ? ["No token is needed for public resources"] : []),
    ...(roles.length > 0 ? [`The user must also be ${describeRoles(roles)}`] : []),
    ...(hasOtherRequirements ? ["Other permissions can also be required or accepted"] : []),
    ...(restricted ? [`Since ${restricted.from} only ${describeRoles(restricted.roles)}`] : []),
  ];
}

function describeTokenKinds(access: Access, kinds: readonly TokenKind[]): string {
  const [first = "anonymous"] = kinds;
  const names = joinWithOr(kinds.map(describeTokenKind));
  const alternatives = alternativesFor(access, first);
  if (alternatives.length === 0) return capitalize(`${names}; the required permissions are not documented`);
  const needs = describeAlternatives(github, alternatives);
  return capitalize(needs === "" ? names : `${names}, with ${needs}`);
}

function joinWithOr(items: readonly string[]): string {
  return items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} or ${items.at(-1)}`;
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
