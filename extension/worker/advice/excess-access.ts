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

/** Dangerous access that the extension never needs. The operations are examples of what it allows. */
const DANGEROUS_ACCESS = [
  { textKey: "spareOrganizations", operations: [setActionsPermissions, createRuleset, deleteOrganization] },
  { textKey: "spareSeats", operations: [addAssistantSeatsForUsers] },
  { textKey: "spareEnterprises", operations: [addEnterpriseTeamOrganizations] },
  { textKey: "spareDelete", operations: [deleteRepository] },
] as const satisfies readonly { textKey: string; operations: readonly AnyOperation[] }[];

/**
 * Describes dangerous access that a token is known to have and the extension does not need. Undefined if there is none,
 * or it is unknown.
 */
export function describeExcessAccess(token: TokenAccess): string | undefined {
  const excess = DANGEROUS_ACCESS.filter(({ operations }) =>
    operations.some((operation) => checkAccess(operation, token, true).answer === "yes"),
  );
  if (excess.length === 0) return undefined;
  return t("ableSpare", new Intl.ListFormat(language()).format(excess.map(({ textKey }) => t(textKey))));
}
