import { isScoped } from "@forgehand/core/contract";
import {
  addAssistantSeatsForUsers,
  addEnterpriseTeamOrganizations,
  createRuleset,
  deleteOrganization,
  deleteRepository,
  setActionsPermissions,
} from "@forgehand/core/operations";
import { language, t } from "../../locales/i18n.ts";
import type { AccountTest } from "../../messages/accounts.ts";
import { type ClientAccount, uncachedClient } from "../clients.ts";
import type { AnyOperation } from "./ability-parts.ts";
import { reportAbilities } from "./ability-reports.ts";
import { checkAccess, type TokenAccess } from "./access-verdict.ts";
import { probeToken } from "./probe.ts";
import { fetchTokenInfo } from "./token-info.ts";

/** Dangerous access that the extension never needs. The operations are examples of what it allows. */
const DANGEROUS_ACCESS = [
  { textKey: "spareOrganizations", operations: [setActionsPermissions, createRuleset, deleteOrganization] },
  { textKey: "spareSeats", operations: [addAssistantSeatsForUsers] },
  { textKey: "spareEnterprises", operations: [addEnterpriseTeamOrganizations] },
  { textKey: "spareDelete", operations: [deleteRepository] },
] as const satisfies readonly { textKey: string; operations: readonly AnyOperation[] }[];

/**
 * Tests what a token is and which abilities will work with it.
 * @throws ForgeError if the service does not return the token's user
 */
export async function testToken(input: ClientAccount): Promise<AccountTest> {
  const { login, kind, expires, scopes } = await fetchTokenInfo(input);
  const { dialect } = input;
  const probeResult =
    kind === undefined || isScoped(kind)
      ? { has: {}, lacks: new Set<never>(), tried: new Map<never, never>() }
      : await probeToken(uncachedClient(input), dialect, kind);
  const token = { dialect, kind, scopes, ...probeResult };
  return {
    login,
    kind: kind ?? null,
    expires,
    scopes,
    abilities: reportAbilities(token),
    excessAccess: describeExcessAccess(token),
  };
}

/**
 * Describes dangerous access that a token is known to have and the extension does not need. Undefined if there is none,
 * or it is unknown.
 */
function describeExcessAccess(token: TokenAccess): string | undefined {
  const excess = DANGEROUS_ACCESS.filter(({ operations }) =>
    operations.some((operation) => checkAccess(operation, token, true).answer === "yes"),
  );
  if (excess.length === 0) return undefined;
  return t("ableSpare", new Intl.ListFormat(language()).format(excess.map(({ textKey }) => t(textKey))));
}
