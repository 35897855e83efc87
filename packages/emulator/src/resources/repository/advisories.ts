import { type Access, type Input, isScoped, missingRequirements } from "@forgehand/core/contract";
import {
  createRepositoryAdvisory,
  getRepositoryAdvisory,
  listRepositoryAdvisories,
  updateRepositoryAdvisory,
} from "@forgehand/core/operations";
import { grantOfCaller } from "../../callers/reach.ts";
import { readCvss } from "../../cvss.ts";
import { advisoryPublishedEvent } from "../../deliveries/events/advisory.ts";
import { onRepository, type RepositoryCall, senderIn } from "../../http/call.ts";
import { invalid, notFound } from "../../http/refusal.ts";
import { advisoryId, codeOfAdvisory, renderAdvisory } from "../../objects/advisory.ts";
import { type Account, findAccount, getAccount } from "../../state/accounts.ts";
import * as state from "../../state/advisories.ts";
import { copyObjects, listRefs, recordPush, setRef } from "../../state/git.ts";
import { addCollaborator, createRepository } from "../../state/repositories.ts";
import { isSecurityManager } from "../../state/security-managers.ts";
import { findTeam } from "../../state/teams.ts";
import { timestamp } from "../../timestamp.ts";
import type { World } from "../../world.ts";
import { listedAdvisories } from "../families/advisories.ts";
import { attachDefault } from "../families/repository-security.ts";

type Changes = Omit<Input<typeof updateRepositoryAdvisory>, "owner" | "repo" | "svcsa_id">;

export const repositoryAdvisories = [
  onRepository(listRepositoryAdvisories, (input, call) =>
    listedAdvisories(call, input, { repositoryIds: [call.repository.id], reader: readerOf(call) }),
  ),

  onRepository(getRepositoryAdvisory, ({ svcsa_id }, call) => renderAdvisory(call.world, findAdvisory(call, svcsa_id))),

  onRepository(createRepositoryAdvisory, (input, call) => {
    const { world, repository, caller } = call;
    const now = timestamp(world.now());
    const terms = changed({ ...BLANK, updated_at: now }, input);
    const credits = creditsFor(call, [], input.credits);
    return world.db.transaction(() => {
      const author = caller.user?.id ?? null;
      const advisory = state.createAdvisory(world.db, repository.id, author, terms, now);
      if (credits) state.setCredits(world.db, advisory.id, credits);
      if (!input.start_private_fork) return renderAdvisory(world, advisory);
      const fork_id = startPrivateFork(call, advisory, now).id;
      return renderAdvisory(world, state.updateAdvisory(world.db, advisory, { ...advisory, fork_id }));
    });
  }),

  onRepository(updateRepositoryAdvisory, (input, call) => {
    const { world, repository } = call;
    const before = findAdvisory(call, input.svcsa_id);
    const now = timestamp(world.now());
    const terms = { ...changed(before, input), ...moved(call, before, input.state, now), updated_at: now };
    const credits = creditsFor(call, state.creditsOf(world.db, before.id), input.credits);
    const users = idsOf(input.collaborating_users, (login) => userNamed(world, "collaborating_users", login));
    const teams = idsOf(input.collaborating_teams, (slug) => {
      const team = findTeam(world.db, repository.owner_id, slug);
      if (!team) throw invalid("collaborating_teams", `there is no team ${slug}`);
      return team;
    });
    return world.db.transaction(() => {
      const advisory = state.updateAdvisory(world.db, before, terms);
      if (credits) state.setCredits(world.db, advisory.id, credits);
      if (users) state.setAdvisoryCollaborators(world.db, advisory.id, "user_id", users);
      if (teams) state.setAdvisoryCollaborators(world.db, advisory.id, "team_id", teams);
      if (advisory.state === "published" && before.state !== "published") {
        world.deliveries.emit(repository.id, advisoryPublishedEvent(world, repository, advisory, senderIn(call)));
      }
      return renderAdvisory(world, advisory);
    });
  }),
];

const READS: Access = { tokens: [], requirements: [[{ scope: "repo" }], [{ scope: "repository_advisories:read" }]] };

/**
 * What a caller may read of a repository's advisories: what is published, everybody; the rest its admins, its security
 * managers and those who work on it, with a token that may (public description).
 */
function readerOf({ world, caller, repository }: RepositoryCall): state.Reader {
  const { token, user } = caller;
  if (!token) return { userId: undefined };
  const target = { private: repository.private };
  if (missingRequirements(READS, { kind: token.kind, scopes: token.scopes }, target).length > 0)
    return { userId: undefined };
  const grant = grantOfCaller(world, caller, repository);
  if (grant === "admin") return "everything";
  if (grant === "none" && !isScoped(token.kind)) return { userId: undefined };
  const isManager = user && isSecurityManager(world.db, repository.owner_id, user.id);
  return isManager ? "everything" : { userId: user?.id };
}

/** @throws Refusal 404 */
function findAdvisory(call: RepositoryCall, id: string): state.Advisory {
  const { db, dialect } = call.world;
  const code = codeOfAdvisory(dialect, id);
  const found = code === undefined ? undefined : state.findAdvisory(db, call.repository.id, code, readerOf(call));
  if (!found) throw notFound();
  return found;
}

const BLANK: state.AdvisoryTerms = {
  ...{ cve_id: null, summary: "", description: null, severity: null, cvss: null, cwe_ids: [], vulnerabilities: [] },
  ...{ state: "draft", accepted: null, publisher_id: null, fork_id: null, updated_at: "" },
  ...{ published_at: null, closed_at: null, withdrawn_at: null },
};

/** An advisory with the changes that somebody asks for; what they don't speak of stays. @throws Refusal 422 */
function changed(before: state.AdvisoryTerms, changes: Changes): state.AdvisoryTerms {
  const { cve_id = before.cve_id, cwe_ids = before.cwe_ids, cvss_vector_string: vector } = changes;
  if (cve_id !== null && !/^CVE-\d{4}-\d{4,}$/.test(cve_id)) throw invalid("cve_id", "there is no such CVE");
  const strange = cwe_ids?.find((id) => !/^CWE-\d+$/.test(id));
  if (strange !== undefined) throw invalid("cwe_ids", `there is no weakness ${strange}`);
  if (vector && !readCvss(vector)) throw invalid("cvss_vector_string", "is no CVSS vector");
  // Told in one way, it is no longer told in the other.
  const severity = changes.severity === undefined ? (vector ? null : before.severity) : changes.severity;
  const cvss = vector === undefined ? (changes.severity ? null : before.cvss) : vector || null;
  return {
    ...before,
    cve_id,
    summary: changes.summary ?? before.summary,
    description: changes.description ?? before.description,
    severity,
    cvss,
    cwe_ids: [...new Set(cwe_ids ?? [])],
    vulnerabilities: changes.vulnerabilities?.map(vulnerabilityOf) ?? before.vulnerabilities,
  };
}

type ToldVulnerability = NonNullable<Changes["vulnerabilities"]>[number];

function vulnerabilityOf(told: ToldVulnerability): state.Advisory["vulnerabilities"][number] {
  return {
    package: { ecosystem: told.package.ecosystem, name: told.package.name ?? null },
    vulnerable_version_range: told.vulnerable_version_range ?? null,
    patched_versions: told.patched_versions ?? null,
    vulnerable_functions: told.vulnerable_functions ?? [],
  };
}

/**
 * Where an advisory may go from each state: what was reported is taken up or turned away; a draft is published or closed;
 * what is closed may be taken up again; what is published stays so.
 */
const NEXT: Readonly<Record<state.AdvisoryState, readonly state.AdvisoryState[]>> = {
  triage: ["draft", "closed"],
  draft: ["published", "closed"],
  closed: ["draft"],
  published: [],
  withdrawn: [],
};

/** What changes with an advisory's state. @throws Refusal 422 where it can't go there */
function moved(
  { caller }: RepositoryCall,
  before: state.Advisory,
  next: state.AdvisoryState | undefined,
  now: string,
): Partial<state.AdvisoryTerms> {
  if (next === undefined || next === before.state) return {};
  if (!NEXT[before.state].includes(next)) {
    throw invalid("state", `an advisory that is in state ${before.state} can't become ${next}`);
  }
  const accepted = before.state === "triage" ? next === "draft" : before.accepted;
  switch (next) {
    case "published":
      return { state: next, published_at: now, publisher_id: caller.user?.id ?? null };
    case "closed":
      return { state: next, closed_at: now, accepted };
    default:
      return { state: next, closed_at: null, accepted };
  }
}

/** Who is thanked from now on; undefined where nothing is said of it. Who thanks themselves accepts it. @throws Refusal 422 */
function creditsFor(
  { world, caller }: RepositoryCall,
  before: readonly state.Credit[],
  told: Changes["credits"],
): state.Credit[] | undefined {
  if (told === undefined) return undefined;
  return (told ?? []).map(({ login, type }) => {
    const { id } = userNamed(world, "credits", login);
    const known = before.find((credit) => credit.user_id === id && credit.type === type);
    return known ?? { user_id: id, type, state: id === caller.user?.id ? "accepted" : "pending" };
  });
}

/** Ids of what is named; undefined where nothing is said of it, none for null. */
function idsOf(names: readonly string[] | null | undefined, find: (name: string) => { readonly id: number }) {
  return names === undefined ? undefined : (names ?? []).map((name) => find(name).id);
}

/** @throws Refusal 422 */
function userNamed({ db }: World, field: string, login: string): Account {
  const account = findAccount(db, login);
  if (account?.type !== "User") throw invalid(field, `there is no user ${login}`);
  return account;
}

/** A private copy of the repository, in which the vulnerability is mended before anybody hears of it. */
function startPrivateFork({ world, repository, caller }: RepositoryCall, advisory: state.Advisory, now: string) {
  const { db, dialect } = world;
  const { id: _, ...settings } = repository;
  const fork = createRepository(
    db,
    {
      ...settings,
      name: `${repository.name}-${advisoryId(dialect, advisory.code).toLowerCase()}`,
      // It hangs on the advisory, not on the repository: it counts as no fork of it.
      ...{ private: true, parent_id: null, created_at: now, updated_at: now },
    },
    now,
  );
  const from = { db, repositoryId: repository.id };
  const into = { db, repositoryId: fork.id };
  copyObjects(from, into);
  for (const { name, sha } of listRefs(from, "refs/")) setRef(into, name, sha);
  recordPush(into, now);
  const owner = getAccount(db, repository.owner_id);
  if (caller.user && caller.user.id !== owner.id) addCollaborator(db, fork.id, { userId: caller.user.id }, "admin");
  attachDefault(world, fork, caller.user ?? owner);
  return fork;
}
