import { type Client, isNotFoundError, isPermissionError, type TokenKind } from "@forgehand/core";
import {
  alternativesFor,
  definitionOf,
  PERMISSIONS,
  type Permission,
  type Requirement,
} from "@forgehand/core/contract";
import { DIALECTS, type DialectName, permissionNames } from "@forgehand/core/dialects";
import {
  listOrganizations,
  listPullRequests,
  listRepositories,
  listStarredRepositories,
} from "@forgehand/core/operations";
import type { AnyOperation } from "./abilities.ts";
import type { KnownToken } from "./verdict.ts";

/** What harmless reads have shown of a token whose permissions nobody can be asked for. */
export type Probed = Pick<KnownToken, "has" | "lacks" | "tried">;

/** A read, as it ended. */
interface Read<T> {
  readonly operation: AnyOperation;
  readonly went: "well" | "refused" | "unclear";
  readonly output: T | undefined;
  /** Permissions that it showed to be there, or to be missing. */
  readonly needs: readonly Requirement[];
}

/** Reads a little of what needs a permission, and learns from what comes. @throws ForgeError where nothing can be read */
export async function probe({ call }: Client, dialect: DialectName, kind: TokenKind): Promise<Probed> {
  const read = reader(dialect, kind);
  const [starred, repositories, organizations] = await Promise.all([
    read(listStarredRepositories, call.raw(listStarredRepositories, { per_page: 1 })),
    read(listRepositories, call.raw(listRepositories, { per_page: 100, sort: "pushed", visibility: "private" })),
    read(listOrganizations, call.raw(listOrganizations, { per_page: 1 })),
  ]);
  // Anybody may read what is public: only a private repository shows what the token was given.
  const sample = repositories.output?.find(({ owner, archived }) => owner && !archived);
  const pulls = sample?.owner && {
    ...(await read(
      listPullRequests,
      call.raw(listPullRequests, { owner: sample.owner.login, repo: sample.name, per_page: 1 }),
    )),
  };
  const reads = [starred, repositories, organizations, ...(pulls ? [pulls] : [])];
  return {
    tried: new Map(
      reads.flatMap(({ operation, went }) => (went === "unclear" ? [] : [[operation, went === "well"] as const])),
    ),
    has: Object.fromEntries(permissionsOf(reads, "well").map((permission) => [permission, "read" as const])),
    lacks: new Set(permissionsOf(reads, "refused")),
  };
}

function permissionsOf(reads: readonly Read<unknown>[], went: Read<unknown>["went"]): Permission[] {
  const needs = reads.filter((one) => one.went === went).flatMap(({ needs }) => needs);
  return needs.flatMap((need) => ("permission" in need ? need.permission : []));
}

function reader(dialect: DialectName, kind: TokenKind) {
  return async <T>(
    operation: AnyOperation,
    asked: Promise<{ readonly output: T; readonly headers: Headers }>,
  ): Promise<Read<T>> => {
    try {
      const { output, headers } = await asked;
      return { operation, went: "well", output, needs: accepted(dialect, headers) ?? neededBy(operation, kind) };
    } catch (error) {
      if (isPermissionError(error)) return { operation, went: "refused", output: undefined, needs: error.missing };
      // Hidden things look as if they weren't there.
      if (isNotFoundError(error)) return { operation, went: "unclear", output: undefined, needs: [] };
      throw error;
    }
  };
}

/** What the answer itself says that it takes: `starring=read,metadata=read`. Of alternatives nobody knows which it was. */
function accepted(dialect: DialectName, headers: Headers): Requirement[] | undefined {
  const words = headers.get(DIALECTS[dialect].headers.acceptedPermissions) ?? "";
  if (words === "" || words.includes(";")) return undefined;
  return words.split(",").flatMap((word): Requirement[] => {
    const [key, level] = word.trim().split("=");
    const permission = keysOf(PERMISSIONS).find((one) => permissionNames(DIALECTS[dialect], one).key === key);
    return permission && level === "read" ? [{ permission, level }] : [];
  });
}

/** What the contract says that it takes, where that is no choice. */
function neededBy(operation: AnyOperation, kind: TokenKind): readonly Requirement[] {
  const alternatives = alternativesFor(definitionOf(operation).access, kind);
  return alternatives.length === 1 ? (alternatives[0] ?? []) : [];
}

function keysOf(permissions: typeof PERMISSIONS): Permission[] {
  const keys: Permission[] = [];
  for (const key in permissions) if (isKey(permissions, key)) keys.push(key);
  return keys;
}

const isKey = (permissions: typeof PERMISSIONS, key: string): key is Permission => Object.hasOwn(permissions, key);
