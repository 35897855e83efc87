import { isScoped } from "@forgehand/core/contract";
import type { AccountTest } from "../../messages/accounts.ts";
import { freshClient } from "../clients.ts";
import { ableWith } from "./able.ts";
import { probe } from "./probe.ts";
import { spareOf } from "./spare.ts";
import { askAboutToken, type GivenToken } from "./token.ts";

/** Finds out what a token is and what will work with it. @throws ForgeError where the service doesn't answer that */
export async function testToken(given: GivenToken): Promise<AccountTest> {
  const { login, kind, expires, scopes } = await askAboutToken(given);
  const { dialect } = given;
  const probed =
    kind === undefined || isScoped(kind)
      ? { has: {}, lacks: new Set<never>(), tried: new Map<never, never>() }
      : await probe(freshClient(given), dialect, kind);
  const token = { dialect, kind, scopes, ...probed };
  return { login, kind: kind ?? null, expires, scopes, able: ableWith(token), spare: spareOf(token) };
}
