import { SCOPES } from "@forgehand/core/contract";
import { findInstallation, type Permissions } from "../state/apps.ts";
import { addToken, allPermissions, findNamedToken, findToken } from "../state/tokens.ts";
import type { Planting } from "./planting.ts";
import { SeedProblem } from "./problem.ts";
import { readAs } from "./read-as.ts";
import { type Of, Token } from "./schema.ts";

/** A token as it is told. @throws SeedProblem */
export function readToken(name: string, told: unknown): Of<"tokens"> {
  return readAs(Token, told, ["tokens", name]);
}

/** A token of any kind that is kept. @param created when it was made, if that isn't long ago @returns it */
export function plantToken(
  planting: Planting,
  name: string,
  told: Of<"tokens">,
  created = planting.at(undefined),
): string {
  const { db, dialect } = planting;
  const path = ["tokens", name];
  planting.free(findNamedToken(db, name), path);
  const needs = (field: "user" | "app" | "account" | "repository"): string => {
    const value = told[field];
    if (value === undefined) throw new SeedProblem(path, `a token of kind ${told.kind} needs "${field}"`);
    return value;
  };
  const isForUser = told.kind !== "installation" && told.kind !== "workflow";
  const app = told.app === undefined ? undefined : planting.app(told.app, [...path, "app"]);
  const installation =
    told.kind === "installation"
      ? findInstallation(
          db,
          planting.app(needs("app"), [...path, "app"]).id,
          planting.account(needs("account"), [...path, "account"]).id,
        )
      : undefined;
  if (told.kind === "installation" && !installation) {
    throw new SeedProblem([...path, "account"], `the app ${told.app} is not installed there`);
  }
  const prefix = dialect.tokenPrefixes[told.kind === "workflow" ? "installation" : told.kind];
  const token = told.value ?? `${prefix}demo_${name.replaceAll(/[^a-z0-9]/gi, "_")}`;
  // One that no header can carry, or that reads as an app's JWT, would never be known again.
  if (!/^[\w~+/=-]+$/.test(token)) {
    throw new SeedProblem([...path, "value"], "a token has letters, digits and -_~+/= only");
  }
  if (findToken(db, token)) {
    throw new SeedProblem(path, 'there is such a token already: give each a "value" of its own, or another name');
  }
  addToken(db, {
    ...{ token, name, kind: told.kind, created_at: created },
    user_id: isForUser ? planting.user(needs("user"), [...path, "user"]).id : null,
    app_id: app?.id ?? null,
    installation_id: installation?.id ?? null,
    repository_id:
      told.kind === "workflow" ? planting.repository(needs("repository"), [...path, "repository"]).id : null,
    resource_owner_id: told.owner === undefined ? null : planting.account(told.owner, [...path, "owner"]).id,
    repository_ids:
      told.repositories?.map(
        (repository, index) => planting.repository(repository, [...path, "repositories", index]).id,
      ) ?? null,
    scopes: told.scopes === "all" ? fullScopes() : told.scopes,
    permissions: tokenPermissions(told),
    expires_at: told.expires === undefined ? null : planting.at(told.expires),
    revoked_at: told.revoked ? created : null,
  });
  return token;
}

/** All that repositories and organizations grant; a job's token has no permission on the organization. */
function tokenPermissions({ kind, permissions }: Of<"tokens">): Permissions {
  if (permissions !== "all") return permissions;
  return kind === "workflow" ? allPermissions("repository") : allPermissions("repository", "organization");
}

/** The scopes that imply all others. */
function fullScopes(): string[] {
  const implied = new Set<string>(Object.values(SCOPES).flat());
  return Object.keys(SCOPES).filter((scope) => !implied.has(scope));
}
