import * as z from "zod/mini";
import { flag, json, key, nullable, reference } from "./columns.ts";
import type { Database } from "./database.ts";
import { table } from "./table.ts";

const fields = {
  /** Claim keys; null: never set. */
  keys: nullable(json(z.array(z.string()))),
  /** Whether subjects contain ids; null: never set. */
  immutable: nullable(flag()),
};

export const organizationSubjectTemplates = table("organization_subject_templates", {
  organization_id: key(reference("accounts")),
  ...fields,
});

/** Without its own keys, those of the repository's organization apply. */
export const repositorySubjectTemplates = table("repository_subject_templates", {
  repository_id: key(reference("repositories")),
  use_default: flag(),
  ...fields,
});

/** Claim keys of an organization that hasn't set any. GitHub's documentation calls them the reset value. */
export const DEFAULT_SUBJECT_KEYS = ["repo", "context"];

/** Returns an organization's template, or the default. */
export function organizationTemplate(db: Database, organizationId: number) {
  return organizationSubjectTemplates.find(db, { organization_id: organizationId }) ?? { keys: null, immutable: null };
}

/** Returns a repository's template, or the default. */
export function repositoryTemplate(db: Database, repositoryId: number) {
  const template = repositorySubjectTemplates.find(db, { repository_id: repositoryId });
  return template ?? { use_default: true, keys: null, immutable: null };
}
