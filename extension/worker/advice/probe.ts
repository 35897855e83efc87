import { type Client, isNotFoundError, isPermissionError, type TokenKind } from "@forgehand/core";
import { alternativesFor, callDefinitionOf, type Permission, type Requirement } from "@forgehand/core/contract";
import { DIALECTS, type DialectName, permissionNames } from "@forgehand/core/dialects";
import {
  listOrganizations,
  listPullRequests,
  listRepositories,
  listStarredRepositories,
} from "@forgehand/core/operations";
import type { AnyOperation } from "./ability-parts.ts";
import { PERMISSION_NAMES, type TokenAccess } from "./access-verdict.ts";

/** Results of harmless reads with a token whose permissions the API does not report. */
export type ProbeResult = Pick<TokenAccess, "has" | "lacks" | "tried">;

interface ProbeRead<T> {
  readonly operation: AnyOperation;
  readonly result: "succeeded" | "refused" | "unknown";
  readonly output: T | undefined;
  /** Permissions that the read has shown to be granted or missing. */
  readonly needs: readonly Requirement[];
}

/**
 * Sends reads that each need a permission and derives the token's permissions from the responses.
 * @throws ForgeError if nothing can be read
 */
export async function probeToken({ call }: Client, dialect: DialectName, kind: TokenKind): Promise<ProbeResult> {
  const readAndClassify = createReader(dialect, kind);
  const [starred, repositories, organizations] = await Promise.all([
    readAndClassify(listStarredRepositories, call.raw(listStarredRepositories, { per_page: 1 })),
    readAndClassify(
      listRepositories,
      call.raw(listRepositories, { per_page: 100, sort: "pushed", visibility: "private" }),
    ),
    readAndClassify(listOrganizations, call.raw(listOrganizations, { per_page: 1 })),
  ]);
  // Public repositories can be read with any token. Only a private one shows the token's permissions.
  const sample = repositories.output?.find(({ owner, archived }) => owner && !archived);
  const pulls = sample?.owner && {
    ...(await readAndClassify(
      listPullRequests,
      call.raw(listPullRequests, { owner: sample.owner.login, repo: sample.name, per_page: 1 }),
    )),
  };
  const reads = [starred, repositories, organizations, ...(pulls ? [pulls] : [])];
  return {
    tried: new Map(
      reads.flatMap(({ operation, result }) =>
        result === "unknown" ? [] : [[operation, result === "succeeded"] as const],
      ),
    ),
    has: Object.fromEntries(permissionsOf(reads, "succeeded").map((permission) => [permission, "read" as const])),
    lacks: new Set(permissionsOf(reads, "refused")),
  };
}

function permissionsOf(reads: readonly ProbeRead<unknown>[], result: ProbeRead<unknown>["result"]): Permission[] {
  const needs = reads.filter((candidate) => candidate.result === result).flatMap(({ needs }) => needs);
  return needs.flatMap((need) => ("permission" in need ? need.permission : []));
}

function createReader(dialect: DialectName, kind: TokenKind) {
  return async <T>(
    operation: AnyOperation,
    request: Promise<{ readonly output: T; readonly headers: Headers }>,
  ): Promise<ProbeRead<T>> => {
    try {
      const { output, headers } = await request;
      return {
        operation,
        result: "succeeded",
        output,
        needs: acceptedPermissions(dialect, headers) ?? requiredNeeds(operation, kind),
      };
    } catch (error) {
      if (isPermissionError(error)) return { operation, result: "refused", output: undefined, needs: error.missing };
      // A 404 can also mean that access was denied.
      if (isNotFoundError(error)) return { operation, result: "unknown", output: undefined, needs: [] };
      throw error;
    }
  };
}

/**
 * Parses the permissions that the response says were required, such as `starring=read,metadata=read`. Alternatives are
 * ignored, as it is unknown which one applied.
 */
function acceptedPermissions(dialect: DialectName, headers: Headers): Requirement[] | undefined {
  const headerValue = headers.get(DIALECTS[dialect].headers.acceptedPermissions) ?? "";
  if (headerValue === "" || headerValue.includes(";")) return undefined;
  return headerValue.split(",").flatMap((entry): Requirement[] => {
    const [key, level] = entry.trim().split("=");
    const permission = PERMISSION_NAMES.find((candidate) => permissionNames(DIALECTS[dialect], candidate).key === key);
    return permission && level === "read" ? [{ permission, level }] : [];
  });
}

/** Returns the permissions that an operation requires, unless there are alternatives. */
function requiredNeeds(operation: AnyOperation, kind: TokenKind): readonly Requirement[] {
  const alternatives = alternativesFor(callDefinitionOf(operation).access, kind);
  return alternatives.length === 1 ? (alternatives[0] ?? []) : [];
}
