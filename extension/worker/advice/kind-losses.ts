import type { TokenKind } from "@forgehand/core";
import { callDefinitionOf } from "@forgehand/core/contract";
import { ABILITIES, type Ability } from "../../messages/accounts.ts";
import { ABILITY_PARTS, type AnyOperation } from "./ability-parts.ts";

/**
 * Returns the abilities that tokens of one kind can have, and those of another kind lack, or have only in part.
 * @param from null if unknown: it is assumed to be accepted everywhere
 * @param to undefined if unknown: nothing is known to be lost
 */
export function lossesByKind(from: TokenKind | null, to: TokenKind | undefined): Ability[] {
  if (to === undefined) return [];
  const isLost = (operation: AnyOperation) => {
    const { tokens } = callDefinitionOf(operation).access;
    return !tokens.includes(to) && (from === null || tokens.includes(from));
  };
  return ABILITIES.filter((ability) => ABILITY_PARTS[ability].some(({ operations }) => operations.some(isLost)));
}
