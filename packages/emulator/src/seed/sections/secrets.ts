import * as z from "zod/mini";
import type { Account } from "../../state/accounts.ts";
import type { Repository } from "../../state/repositories.ts";
import * as state from "../../state/secrets.ts";
import { selectionOf, selectRepositories } from "../../state/selections.ts";
import type { Planting } from "../planting.ts";
import { type SeedPath, taken } from "../problem.ts";
import { section } from "../section.ts";
import { SeedTime } from "../time.ts";
import { Readers, readReaders } from "./readers.ts";
import { checkVariableName } from "./variable-name.ts";

const fields = { value: z.string(), created: z.optional(SeedTime), updated: z.optional(SeedTime) };

/** Secrets of a repository or an environment by their names: each its value, or more said of it. */
export const Secrets = z.record(z.string(), z.union([z.string(), z.strictObject(fields)]));

const OrganizationSecrets = z.record(z.string(), z.strictObject({ ...fields, ...Readers }));

/** An organization's secrets of one kind, by their names. */
export const organizationSecrets = (kind: state.SecretKind) =>
  section(OrganizationSecrets, (planting, organization: Account, secrets, path) => {
    for (const [name, told] of Object.entries(secrets)) {
      const { visibility, repositories } = readReaders(planting, organization, told, [...path, name]);
      const vault = { kind, level: "organization", id: organization.id } as const;
      const id = plantSecret(planting, vault, { name, ...told, visibility }, [...path, name]);
      selectRepositories(planting.db, selectionOf("secret", id), repositories);
    }
  });

/** A repository's secrets of one kind, by their names. */
export const repositorySecrets = (kind: state.SecretKind) =>
  section(Secrets, (planting, { id }: Repository, secrets, path) =>
    plantSecrets(planting, { kind, level: "repository", id }, secrets, path),
  );

/** Puts secrets where they are kept. */
export function plantSecrets(
  planting: Planting,
  vault: state.Vault,
  secrets: z.output<typeof Secrets>,
  path: SeedPath,
): void {
  for (const [name, told] of Object.entries(secrets)) {
    plantSecret(planting, vault, { name, ...(typeof told === "string" ? { value: told } : told) }, [...path, name]);
  }
}

function plantSecret(
  planting: Planting,
  vault: state.Vault,
  told: Parameters<typeof state.putSecret>[2] & { created?: SeedTime | undefined; updated?: SeedTime | undefined },
  path: SeedPath,
): number {
  const { db } = planting;
  checkVariableName(planting, told.name, path);
  if (state.findSecret(db, state.Secret, vault, told.name)) {
    throw taken(path);
  }
  const id = state.putSecret(db, vault, told, planting.at(told.created ?? told.updated));
  if (told.updated !== undefined) state.putSecret(db, vault, told, planting.at(told.updated));
  return id;
}
