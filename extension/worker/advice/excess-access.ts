import {
  addAssistantSeatsForUsers,
  addEnterpriseTeamOrganizations,
  createRuleset,
  deleteOrganization,
  deleteRepository,
  setActionsPermissions,
} from "@forgehand/core/operations";
import { language, t } from "../../locales/i18n.ts";
import type { AnyOperation } from "./ability-parts.ts";
import { checkAccess, type TokenAccess } from "./access-verdict.ts";

/** Dangerous access that the extension never needs: a text key and some of the operations. */
const DANGEROUS_ACCESS = [
  { word: "spareOrganizations", operations: [setActionsPermissions, createRuleset, deleteOrganization] },
  { word: "spareSeats", operations: [addAssistantSeatsForUsers] },
  { word: "spareEnterprises", operations: [addEnterpriseTeamOrganizations] },
  { word: "spareDelete", operations: [deleteRepository] },
] as const satisfies readonly { word: string; operations: readonly AnyOperation[] }[];

/**
 * Describes dangerous access that a token is known to have and the extension does not need. Undefined if there is none,
 * or it is unknown.
 */
export function describeExcessAccess(token: TokenAccess): string | undefined {
  const excess = DANGEROUS_ACCESS.filter(({ operations }) =>
    operations.some((operation) => checkAccess(operation, token, true).answer === "yes"),
  );
  if (excess.length === 0) return undefined;
  return t("ableSpare", new Intl.ListFormat(language()).format(excess.map(({ word }) => t(word))));
}
