import { type Account, getAccount } from "../state/accounts.ts";
import type { Repository } from "../state/repositories.ts";
import { DEFAULT_KEYS, organizationTemplate, repositoryTemplate } from "../state/subject-templates.ts";
import type { World } from "../world.ts";

/** Repositories from this day on have immutable subjects, whatever anybody sets (public documents). */
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
  const { db } = world;
  const owner = getAccount(db, repository.owner_id);
  const said = repositoryTemplate(db, repository.id).immutable ?? organizationTemplate(db, owner.id).immutable;
  if (said === null || !hasImmutable(world)) return {};
  const immutable = said || repository.created_at >= IMMUTABLE_FROM;
  return {
    use_immutable_subject: immutable,
    sub_claim_prefix: immutable
      ? `repo:${owner.login}@${owner.id}/${repository.name}@${repository.id}`
      : `repo:${owner.login}/${repository.name}`,
  };
}

/** The self-hosted edition has no immutable subjects (public description). */
const hasImmutable = ({ edition }: World) => edition !== "self-hosted";
