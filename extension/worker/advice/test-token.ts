import { isScoped } from "@forgehand/core/contract";
import type { AccountTest } from "../../messages/accounts.ts";
import { uncachedClient } from "../clients.ts";
import { reportAbilities } from "./ability-reports.ts";
import { describeExcessAccess } from "./excess-access.ts";
import { probeToken } from "./probe.ts";
import { fetchTokenInfo, type TokenInput } from "./token-info.ts";

/**
 * Tests what a token is and which abilities will work with it.
 * @throws ForgeError if the service does not return the token's user
 */
export async function testToken(input: TokenInput): Promise<AccountTest> {
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
