import { type Account, getAccount } from "../state/accounts.ts";
import type { Repository } from "../state/repositories.ts";
import { DEFAULT_KEYS, organizationTemplate, repositoryTemplate, wasRenamed } from "../state/subject-templates.ts";
import type { World } from "../world.ts";

/** Repositories that begin or are renamed from this day on have immutable subjects in any case (public documents). */
const IMMUTABLE_FROM = "2026-07-15";

/** What the subject of an organization's OIDC tokens is made of (document 2, OIDC subject template). */
export function renderOrganizationTemplate(world: World, organization: Account) {
  const { keys, immutable } = organizationTemplate(world.db, organization.id);
  return {
    include_claim_keys: keys ?? DEFAULT_KEYS,
    ...(immutable === null || !hasImmutable(world) ? {} : { use_immutable_subject: immutable }),
  };
}

/**
 * A repository's template (document 3, OIDC subject template). Opted in without keys of its own, its organization's hold,
 * and show here.
 */
export function renderRepositoryTemplate(world: World, repository: Repository) {
  const { use_default, keys } = repositoryTemplate(world.db, repository.id);
  const include_claim_keys = keys ?? organizationTemplate(world.db, repository.owner_id).keys ?? DEFAULT_KEYS;
  return {
    use_default,
    ...(use_default ? {} : { include_claim_keys }),
    ...immutableSubject(world, repository),
  };
}

/** The documents don't know of immutable subjects, so nothing is told of them until somebody has asked for them, or not to. */
function immutableSubject(world: World, repository: Repository) {
  if (saidOf(world, repository) === null || !hasImmutable(world)) return {};
  const owner = getAccount(world.db, repository.owner_id);
  const immutable = isImmutable(world, repository);
  return {
    use_immutable_subject: immutable,
    sub_claim_prefix: immutable
      ? `repo:${owner.login}@${owner.id}/${repository.name}@${repository.id}`
      : `repo:${owner.login}/${repository.name}`,
  };
}

/** What was said about immutable subjects: the repository's own word counts before its organization's. */
function saidOf({ db }: World, { id, owner_id }: Repository): boolean | null {
  return repositoryTemplate(db, id).immutable ?? organizationTemplate(db, owner_id).immutable;
}

/** Whether the subjects of a repository's tokens name it by numbers too: opted in, or new, or under a new name. */
export function isImmutable(world: World, repository: Repository): boolean {
  if (!hasImmutable(world)) return false;
  if (saidOf(world, repository) || repository.created_at >= IMMUTABLE_FROM) return true;
  return wasRenamed(world.db, repository.id) && world.now() >= new Date(IMMUTABLE_FROM);
}

/** The keys that the subjects of a repository's tokens are made of: its organization's only where it opted in. */
export function subjectKeysOf({ db }: World, { id, owner_id }: Repository): readonly string[] {
  const { use_default, keys } = repositoryTemplate(db, id);
  if (use_default) return DEFAULT_KEYS;
  const chosen = keys ?? organizationTemplate(db, owner_id).keys ?? [];
  return chosen.length === 0 ? DEFAULT_KEYS : chosen;
}

/** The self-hosted edition has no immutable subjects (public description). */
const hasImmutable = ({ edition }: World) => edition !== "self-hosted";
