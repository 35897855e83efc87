import { type GrantedPermissions, installations } from "../state/apps.ts";
import { addToken, allPermissions, allWorkflowPermissions, findToken, tokens } from "../state/tokens.ts";
import { readPermissions, readScopes, readWorkflowPermissions } from "./grants.ts";
import { parseWithSchema } from "./parse-with-schema.ts";
import { type SeedEntry, Token } from "./schema.ts";
import type { SeedContext } from "./seed-context.ts";
import { each, inside, SeedError } from "./seed-error.ts";

/**
 * Parses a token definition.
 * @throws SeedError if it is invalid
 */
export function parseToken(input: unknown): SeedEntry<"tokens"> {
  return parseWithSchema(Token, input);
}

/**
 * Inserts a token of any stored kind.
 * @param created creation time; a week before the start by default
 * @returns the token
 */
export function insertToken(
  context: SeedContext,
  name: string,
  input: SeedEntry<"tokens">,
  created = context.toTimestamp(undefined),
): string {
  const { db, dialect } = context;
  context.assertUnused(tokens.find(db, { name }));
  const required = (field: "user" | "app" | "account" | "repository"): string => {
    const value = input[field];
    if (value === undefined) throw new SeedError([], `must have "${field}", as its kind is ${input.kind}`);
    return value;
  };
  const isForUser = input.kind !== "installation" && input.kind !== "workflow";
  const app = input.app === undefined ? undefined : context.app(input.app, "app");
  const installation =
    input.kind === "installation"
      ? installations.find(db, {
          app_id: context.app(required("app"), "app").id,
          account_id: context.account(required("account"), "account").id,
        })
      : undefined;
  if (input.kind === "installation" && !installation) {
    throw new SeedError(["account"], `must be an account with the app ${input.app} installed`);
  }
  const prefix = dialect.tokenPrefixes[input.kind === "workflow" ? "installation" : input.kind];
  const token = input.value ?? context.tokenValue(prefix, name);
  // Other characters cannot be sent in a header, and a token with dots would be read as an app's JWT.
  if (!/^[\w~+/=-]+$/.test(token)) {
    throw new SeedError(["value"], "must consist of letters, digits and -_~+/=");
  }
  if (findToken(db, token)) {
    throw new SeedError([], 'must be unique: another token has the same value. Set "value" or change the name');
  }
  addToken(db, {
    token,
    name,
    kind: input.kind,
    created_at: created,
    user_id: isForUser ? context.user(required("user"), "user").id : null,
    app_id: app?.id ?? null,
    installation_id: installation?.id ?? null,
    repository_id: input.kind === "workflow" ? context.repository(required("repository"), "repository").id : null,
    resource_owner_id: input.owner === undefined ? null : context.account(input.owner, "owner").id,
    repository_ids:
      input.repositories === undefined
        ? null
        : each(["repositories"], input.repositories, (repository) => context.repository(repository).id),
    scopes: inside(["scopes"], () => readScopes(context, input.scopes)),
    permissions: inside(["permissions"], () => readTokenPermissions(context, input)),
    expires_at: context.timeOrNull(input.expires),
    revoked_at: input.revoked ? created : null,
  });
  return token;
}

/**
 * Returns a token's permissions. "all" are those for repositories and organizations, or those that a job's built-in
 * token can have.
 */
function readTokenPermissions(context: SeedContext, { kind, permissions }: SeedEntry<"tokens">): GrantedPermissions {
  const isBuiltIn = kind === "workflow";
  if (permissions === "all") {
    return isBuiltIn ? allWorkflowPermissions() : allPermissions("repository", "organization");
  }
  return isBuiltIn ? readWorkflowPermissions(permissions) : readPermissions(context, permissions);
}
