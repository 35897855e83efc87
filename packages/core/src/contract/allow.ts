import type { Access, Level, Need, Permission, Scope, TokenKind } from "./access.ts";

// How operations say what they need.

/** Everything that acts for a person. */
export const USER_TOKENS = ["classic", "oauth", "fine-grained", "user-access"] as const satisfies TokenKind[];

/** Every kind that somebody was given: all but a job's built-in token. */
export const GIVEN_TOKENS = [...USER_TOKENS, "installation"] as const satisfies TokenKind[];

/** Every kind but a call without a token, and an app's own JWT. */
export const ALL_TOKENS = [...GIVEN_TOKENS, "workflow"] as const satisfies TokenKind[];

/** Every kind, and calls without a token where only public things are asked for (document 1, rule 1). */
export const PUBLIC = [...ALL_TOKENS, "anonymous"] as const satisfies TokenKind[];

/** What an app says in its own name, rather than for an installation. */
export const AS_APP: Access = { tokens: ["app"], needs: [[]] };

/** Anybody may, and nothing is needed. */
export const OPEN: Access = { tokens: PUBLIC, needs: [[]] };

type Alternative = Scope | readonly Need[];

/**
 * Access by one permission set, or by scopes for the kinds that carry those.
 * @param scopes alternatives: one scope, or several needs together; none where no source names any
 * @param more what differs from the rule: every kind of token, but a job's built-in one writes to no organization
 */
export function allow(
  permission: Permission,
  level: Level,
  scopes: readonly Alternative[],
  more: Partial<Access> = {},
): Access {
  return {
    tokens: tokensFor(permission, level),
    ...more,
    needs: [
      [{ permission, level }],
      ...scopes.map((needs) => (typeof needs === "string" ? [{ scope: needs }] : needs)),
      ...(more.needs ?? []),
    ],
  };
}

/** Told from the key: the names of permission sets are long, and whoever only calls has no use for them. */
function tokensFor(permission: Permission, level: Level): readonly TokenKind[] {
  if (/^(starring|watching|gpg_keys)$/.test(permission)) return USER_TOKENS;
  const isWide = permission.startsWith("enterprise_");
  const isOrganization = /^(organization_.*|members|issue_fields)$/.test(permission);
  return isWide || (isOrganization && level === "write") ? GIVEN_TOKENS : ALL_TOKENS;
}

/** Of private repositories, classic and OAuth tokens need the scope `repo`; of public ones nothing. */
export const PRIVATE_REPO: readonly Need[] = [{ scope: "repo", when: "private" }];

/** Writing to public repositories takes `public_repo`, to private ones `repo`. */
export const WRITE_REPO: readonly Need[] = [{ scope: "public_repo" }, { scope: "repo", when: "private" }];

/** What belongs to an organization, and to private repositories of it. */
export const ORG_AND_PRIVATE_REPO: readonly Need[] = [{ scope: "admin:org" }, { scope: "repo", when: "private" }];

/** Reading that works without a token too, as far as it is public (document 1, rule 1). */
export function allowPublic(permission: Permission, more: Partial<Access> = {}): Access {
  return allow(permission, "read", [PRIVATE_REPO], { tokens: PUBLIC, ...more });
}
