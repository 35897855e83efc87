import {
  addAssistantSeatsForUsers,
  addEnterpriseTeamOrganizations,
  createRuleset,
  deleteOrganization,
  deleteRepository,
  setActionsPermissions,
} from "@forgehand/core/operations";
import { language, t } from "../../ui/words.ts";
import type { AnyOperation } from "./abilities.ts";
import { type KnownToken, verdictOn } from "./verdict.ts";

/** Powers that nothing here needs, and nobody wants a stranger to have: the word for each, and some calls that it takes. */
const POWERS = [
  { word: "spareOrganizations", operations: [setActionsPermissions, createRuleset, deleteOrganization] },
  { word: "spareSeats", operations: [addAssistantSeatsForUsers] },
  { word: "spareEnterprises", operations: [addEnterpriseTeamOrganizations] },
  { word: "spareDelete", operations: [deleteRepository] },
] as const satisfies readonly { word: string; operations: readonly AnyOperation[] }[];

/** What a token is known to be able to do beside, in one sentence; undefined where that is nothing, or isn't known. */
export function spareOf(token: KnownToken): string | undefined {
  const held = POWERS.filter(({ operations }) =>
    operations.some((operation) => verdictOn(operation, token, true).answer === "yes"),
  );
  if (held.length === 0) return undefined;
  return t("ableSpare", new Intl.ListFormat(language()).format(held.map(({ word }) => t(word))));
}
