import type { EmulatorContext } from "../emulator-context.ts";
import { type Account, getAccount } from "../state/accounts.ts";
import type { Repository } from "../state/repositories.ts";
import { formerNames } from "../state/repositories.ts";
import { DEFAULT_SUBJECT_KEYS, organizationTemplate, repositoryTemplate } from "../state/subject-templates.ts";

/** Repositories created or renamed on or after this day always have immutable subjects. */
const IMMUTABLE_FROM = "2026-07-15";

/** Renders an organization's template for the subject claim of OIDC tokens. */
export function renderOrganizationTemplate(context: EmulatorContext, organization: Account) {
  const { keys, immutable } = organizationTemplate(context.db, organization.id);
  return {
    include_claim_keys: keys ?? DEFAULT_SUBJECT_KEYS,
    // As for repositories, it is false until it is changed.
    ...(supportsImmutable(context) ? { use_immutable_subject: immutable ?? false } : {}),
  };
}

/**
 * Renders a repository's subject template. If it opted in without keys of its own, the organization's keys are shown.
 */
export function renderRepositoryTemplate(context: EmulatorContext, repository: Repository) {
  const { use_default, keys } = repositoryTemplate(context.db, repository.id);
  const include_claim_keys = keys ?? organizationTemplate(context.db, repository.owner_id).keys ?? DEFAULT_SUBJECT_KEYS;
  return {
    use_default,
    ...(use_default ? {} : { include_claim_keys }),
    ...immutableSubject(context, repository),
  };
}

/**
 * Returns the fields about immutable subjects, as recorded: the setting is false until it is changed, also if subjects
 * contain ids because the repository is new. The prefix is that of the subjects.
 */
function immutableSubject(context: EmulatorContext, repository: Repository) {
  if (!supportsImmutable(context)) return {};
  const owner = getAccount(context.db, repository.owner_id);
  return {
    use_immutable_subject: immutableSetting(context, repository) ?? false,
    sub_claim_prefix: isImmutable(context, repository)
      ? `repo:${owner.login}@${owner.id}/${repository.name}@${repository.id}`
      : `repo:${owner.login}/${repository.name}`,
  };
}

/** Returns the setting for immutable subjects. The repository's setting overrides the organization's. */
function immutableSetting({ db }: EmulatorContext, { id, owner_id }: Repository): boolean | null {
  return repositoryTemplate(db, id).immutable ?? organizationTemplate(db, owner_id).immutable;
}

/** Returns whether a repository's subjects contain ids: opted in, or created or renamed recently. */
export function isImmutable(context: EmulatorContext, repository: Repository): boolean {
  if (!supportsImmutable(context)) return false;
  if (immutableSetting(context, repository) || repository.created_at >= IMMUTABLE_FROM) return true;
  return formerNames.has(context.db, { repository_id: repository.id }) && context.now() >= new Date(IMMUTABLE_FROM);
}

/** Returns the claim keys of a repository's subjects. The organization's keys apply only if the repository opted in. */
export function subjectKeysOf({ db }: EmulatorContext, { id, owner_id }: Repository): readonly string[] {
  const { use_default, keys } = repositoryTemplate(db, id);
  if (use_default) return DEFAULT_SUBJECT_KEYS;
  const chosen = keys ?? organizationTemplate(db, owner_id).keys ?? [];
  return chosen.length === 0 ? DEFAULT_SUBJECT_KEYS : chosen;
}

/** GitHub Enterprise Server has no immutable subjects. */
const supportsImmutable = ({ edition }: EmulatorContext) => edition !== "self-hosted";
