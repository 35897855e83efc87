import * as z from "zod/mini";
import type { Account } from "../../state/accounts.ts";
import type { Repository } from "../../state/repositories.ts";
import * as state from "../../state/secrets.ts";
import { selectionOf, selectRepositories } from "../../state/selections.ts";
import { defineSection } from "../define-section.ts";
import { names } from "../fields.ts";
import type { SeedContext } from "../seed-context.ts";
import { duplicateName, type SeedPath } from "../seed-error.ts";
import { SeedTime } from "../time.ts";
import { RepositoryAccess, readRepositoryAccess } from "./repository-access.ts";
import { assertVariableName } from "./variable-name.ts";

const secretFields = { value: z.string(), created: z.optional(SeedTime), updated: z.optional(SeedTime) };

/** Secrets of a repository or an environment by name, each a value or an object with a value and times. */
export const Secrets = z.record(z.string(), z.union([z.string(), z.strictObject(secretFields)]));

const OrganizationSecrets = z.record(z.string(), z.strictObject({ ...secretFields, ...RepositoryAccess }));

const UserSecrets = z.record(z.string(), z.strictObject({ ...secretFields, repositories: names() }));

/** Inserts an organization's secrets of one kind, by name. */
export const organizationSecrets = (kind: state.SecretKind) =>
  defineSection(OrganizationSecrets, (context, organization: Account, secrets, path) => {
    for (const [name, input] of Object.entries(secrets)) {
      const { visibility, repositories } = readRepositoryAccess(context, organization, input, [...path, name]);
      const scope = { kind, level: "organization", id: organization.id } as const;
      const id = insertSecret(context, scope, { name, ...input, visibility }, [...path, name]);
      selectRepositories(context.db, selectionOf("secret", id), repositories);
    }
  });

/** Inserts a user's secrets of one kind, by name, with the repositories that can read them. */
export const userSecrets = (kind: state.SecretKind) =>
  defineSection(UserSecrets, (context, { id: userId }: Account, secrets, path) => {
    for (const [name, { repositories, ...input }] of Object.entries(secrets)) {
      const secret = { name, ...input, visibility: "selected" } as const;
      const id = insertSecret(context, { kind, level: "user", id: userId }, secret, [...path, name]);
      const ids = repositories.map((repository, index) => {
        return context.repository(repository, [...path, name, "repositories", index]).id;
      });
      selectRepositories(context.db, selectionOf("secret", id), ids);
    }
  });

/** Inserts a repository's secrets of one kind, by name. */
export const repositorySecrets = (kind: state.SecretKind) =>
  defineSection(Secrets, (context, { id }: Repository, secrets, path) =>
    insertSecrets(context, { kind, level: "repository", id }, secrets, path),
  );

/** Inserts secrets into a scope. */
export function insertSecrets(
  context: SeedContext,
  scope: state.SecretScope,
  secrets: z.output<typeof Secrets>,
  path: SeedPath,
): void {
  for (const [name, input] of Object.entries(secrets)) {
    insertSecret(context, scope, { name, ...(typeof input === "string" ? { value: input } : input) }, [...path, name]);
  }
}

function insertSecret(
  context: SeedContext,
  scope: state.SecretScope,
  input: Parameters<typeof state.putSecret>[2] & { created?: SeedTime | undefined; updated?: SeedTime | undefined },
  path: SeedPath,
): number {
  const { db } = context;
  assertVariableName(context, input.name, path);
  if (state.secrets.has(db, { ...state.inScope(scope), name: input.name })) {
    throw duplicateName(path);
  }
  const id = state.putSecret(db, scope, input, context.toTimestamp(input.created ?? input.updated));
  if (input.updated !== undefined) state.putSecret(db, scope, input, context.toTimestamp(input.updated));
  return id;
}
