import * as z from "zod/mini";
import type { Account } from "../../state/accounts.ts";
import type { Repository } from "../../state/repositories.ts";
import * as state from "../../state/secrets.ts";
import { selectionOf, selectRepositories, type Visibility } from "../../state/selections.ts";
import { recordSection } from "../define-section.ts";
import { names } from "../fields.ts";
import type { SeedContext } from "../seed-context.ts";
import { duplicateName, each } from "../seed-error.ts";
import { SeedTime } from "../time.ts";
import { RepositoryAccess, readRepositoryAccess } from "./repository-access.ts";
import { assertVariableName } from "./variable-name.ts";

const secretFields = { value: z.string(), created: z.optional(SeedTime), updated: z.optional(SeedTime) };

/** A secret of a repository or an environment: its value, or an object with the value and times. */
export const ValueSecret = z.union([z.string(), z.strictObject(secretFields)]);

const OrganizationSecret = z.strictObject({ ...secretFields, ...RepositoryAccess });

const UserSecret = z.strictObject({ ...secretFields, repositories: names() });

/** Inserts an organization's secrets of one kind, by name. */
export const organizationSecrets = (kind: state.SecretKind) =>
  recordSection(OrganizationSecret, (context, organization: Account, name, input) => {
    const { visibility, repositories } = readRepositoryAccess(context, organization, input);
    const id = insertSecret(context, { kind, level: "organization", id: organization.id }, name, {
      ...input,
      visibility,
    });
    selectRepositories(context.db, selectionOf("secret", id), repositories);
  });

/** Inserts a user's secrets of one kind, by name, with the repositories that can read them. */
export const userSecrets = (kind: state.SecretKind) =>
  recordSection(UserSecret, (context, { id: userId }: Account, name, { repositories, ...input }) => {
    const secret = { ...input, visibility: "selected" } as const;
    const id = insertSecret(context, { kind, level: "user", id: userId }, name, secret);
    const ids = each(["repositories"], repositories, (repository) => context.repository(repository).id);
    selectRepositories(context.db, selectionOf("secret", id), ids);
  });

/** Inserts a repository's secrets of one kind, by name. */
export const repositorySecrets = (kind: state.SecretKind) =>
  recordSection(ValueSecret, (context, { id }: Repository, name, secret) =>
    insertSecret(context, { kind, level: "repository", id }, name, secret),
  );

/** Inserts a secret into a scope, and returns its id. */
export function insertSecret(
  context: SeedContext,
  scope: state.SecretScope,
  name: string,
  secret: z.output<typeof ValueSecret> | (z.output<z.ZodMiniObject<typeof secretFields>> & { visibility: Visibility }),
): number {
  const { db, toTimestamp } = context;
  assertVariableName(context, name);
  if (state.secrets.has(db, { ...state.inScope(scope), name })) throw duplicateName();
  const { created, updated, ...input } = typeof secret === "string" ? { value: secret } : secret;
  const id = state.putSecret(db, scope, { name, ...input }, toTimestamp(created ?? updated));
  if (updated !== undefined) state.putSecret(db, scope, { name, ...input }, toTimestamp(updated));
  return id;
}
