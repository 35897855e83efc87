import {
  describeNeeds,
  describeRoles,
  describeTokenKind,
} from "../../../packages/core/src/client/access/describe-access.ts";
import type { Access, TokenKind } from "../../../packages/core/src/contract/access.ts";
import type { ParsableDefinition } from "../../../packages/core/src/contract/definition-of.ts";
import { alternativesFor, isScoped } from "../../../packages/core/src/contract/missing-requirements.ts";
import { github } from "../../../packages/core/src/dialect/github.ts";

/** Who may call an operation, as sentences in the vendor's words. */
export function accessSentences({ access, restricted }: Pick<ParsableDefinition, "access" | "restricted">): string[] {
  const { tokens, roles = [], hasOtherRequirements } = access;
  const given = tokens.filter((kind) => kind !== "anonymous");
  const groups = [given.filter(isScoped), given.filter((kind) => !isScoped(kind))].filter((kinds) => kinds.length > 0);
  return [
    ...groups.map((kinds) => groupWords(access, kinds)),
    ...(tokens.includes("anonymous") ? ["No token for what is public"] : []),
    ...(roles.length > 0 ? [`A person has to be ${describeRoles(roles)} as well`] : []),
    ...(hasOtherRequirements ? ["Another permission may be needed, or accepted, as well"] : []),
    ...(restricted ? [`Since ${restricted.from} only ${describeRoles(restricted.roles)}`] : []),
  ];
}

function groupWords(access: Access, kinds: readonly TokenKind[]): string {
  const [first = "anonymous"] = kinds;
  const names = list(kinds.map(describeTokenKind));
  const alternatives = alternativesFor(access, first);
  if (alternatives.length === 0) return capital(`${names}; no source says what it needs`);
  const needs = [...new Set(alternatives.map((needs) => describeNeeds(github, needs)))].filter((words) => words !== "");
  return capital(needs.length === 0 ? names : `${names}, with ${needs.join(", or ")}`);
}

function list(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
