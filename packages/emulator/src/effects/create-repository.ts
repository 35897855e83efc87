import { emitPush } from "../deliveries/events/branches.ts";
import { creationEvent } from "../deliveries/events/repositories.ts";
import type { EmulatorContext } from "../emulator-context.ts";
import { gitIdentityOf } from "../git/git-identity.ts";
import { makeCommit } from "../git/make-commit.ts";
import { createSignature } from "../git/signature.ts";
import { FILE_MODES } from "../git/tree.ts";
import { type Account, memberRole } from "../state/accounts.ts";
import { findRef, type GitStore, recordPush, setRef, writeObject } from "../state/git-store.ts";
import { organizationSettings } from "../state/organization-settings.ts";
import * as states from "../state/repositories.ts";
import { timestamp } from "../timestamp.ts";
import { attachDefaultConfiguration } from "./repository-security.ts";

/** Owner of a new repository, and the account that creates it. */
export interface OwnerContext {
  readonly context: EmulatorContext;
  readonly owner: Account;
  readonly sender: Account;
}

/** The fields of a new repository. */
export type RepositoryToCreate = Omit<states.NewRepository, "owner_id">;

/**
 * Creates a repository. A member of an organization becomes an administrator of the repository.
 * @param files text by path, which the first commit contains; without files, the repository is empty
 */
export function createRepository(
  ownerContext: OwnerContext,
  fields: RepositoryToCreate,
  files: ReadonlyMap<string, string> = new Map(),
): states.Repository {
  const { context, owner, sender } = ownerContext;
  const repository = insertRepository(ownerContext, fields);
  if (files.size > 0) commitFiles(context, repository, sender, files);
  context.deliveries.emit(repository.id, creationEvent(context, repository, sender));
  if (files.size > 0) emitInitialPush(context, repository, sender);
  if (owner.type === "Organization") attachDefaultConfiguration(context, repository, sender);
  return states.repositoryOf(context.db, repository.id);
}

/** Inserts a repository, to which its creator gets access. The name no longer redirects to a renamed repository. */
export function insertRepository(
  { context, owner, sender }: OwnerContext,
  fields: RepositoryToCreate,
): states.Repository {
  const { db } = context;
  const settings = fields.settings ?? states.defaultSettings();
  const repository = states.createRepository(
    db,
    {
      ...fields,
      owner_id: owner.id,
      settings: { ...settings, security: { ...newRepositorySecurity(context, owner), ...settings.security } },
    },
    timestamp(context.now()),
  );
  states.formerNames.delete(db, { owner_id: owner.id, name: repository.name });
  if (memberRole(db, owner.id, sender.id) === "member") {
    states.addCollaborator(db, repository.id, { userId: sender.id }, "admin");
  }
  return repository;
}

/** Settings of an organization that enable a security feature in new repositories. */
const NEW_REPOSITORY_FEATURES = {
  advanced_security: "advanced_security_enabled_for_new_repositories",
  updater_alerts: "updater_alerts_enabled_for_new_repositories",
  updater_security_updates: "updater_security_updates_enabled_for_new_repositories",
  dependency_graph: "dependency_graph_enabled_for_new_repositories",
  secret_scanning: "secret_scanning_enabled_for_new_repositories",
  secret_scanning_push_protection: "secret_scanning_push_protection_enabled_for_new_repositories",
} as const;

function newRepositorySecurity({ db }: EmulatorContext, owner: Account): Record<string, string> {
  if (owner.type !== "Organization") return {};
  const settings = organizationSettings(db, owner.id);
  const enabled = Object.entries(NEW_REPOSITORY_FEATURES).filter(([, setting]) => settings[setting]);
  return Object.fromEntries(enabled.map(([feature]) => [feature, "enabled"]));
}

/** Adds the first commit. Rulesets don't apply to it. */
function commitFiles(
  context: EmulatorContext,
  repository: states.Repository,
  sender: Account,
  files: ReadonlyMap<string, string>,
): void {
  const store: GitStore = { db: context.db, repositoryId: repository.id };
  const now = timestamp(context.now());
  const { name, email } = gitIdentityOf(context.dialect, sender);
  const author = createSignature(name, email, now) ?? createSignature(sender.login, email, now);
  if (!author) throw new Error(`The login ${sender.login} is not valid in a Git signature.`);
  const changes = new Map(
    [...files].map(([path, text]) => [
      path,
      { mode: FILE_MODES.file, sha: writeObject(store, "blob", Buffer.from(text)) },
    ]),
  );
  const sha = makeCommit(store, [], { changes, message: "Initial commit", author, committer: author });
  setRef(store, `refs/heads/${repository.default_branch}`, sha);
  recordPush(store, now);
}

function emitInitialPush(context: EmulatorContext, repository: states.Repository, sender: Account): void {
  const ref = `refs/heads/${repository.default_branch}`;
  const after = findRef({ db: context.db, repositoryId: repository.id }, ref);
  emitPush(context, repository, sender, { ref, before: undefined, after });
}
