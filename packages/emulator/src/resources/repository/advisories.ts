import { type Access, type Input, isScoped, missingRequirements } from "@forgehand/core/contract";
import {
  createRepositoryAdvisory,
  getRepositoryAdvisory,
  listRepositoryAdvisories,
  updateRepositoryAdvisory,
} from "@forgehand/core/operations";
import { actorOf } from "../../callers/caller.ts";
import { callerGrant } from "../../callers/permission.ts";
import { readCvss } from "../../cvss.ts";
import { advisoryPublishedEvent } from "../../deliveries/events/advisory.ts";
import { copyContents } from "../../effects/create-fork.ts";
import { attachDefaultConfiguration } from "../../effects/repository-security.ts";
import type { EmulatorContext } from "../../emulator-context.ts";
import { type RepositoryCall, repositoryHandler, requireActor } from "../../http/handler.ts";
import { reply } from "../../http/reply.ts";
import { invalid, requireFound } from "../../http-error.ts";
import { advisoryCode, advisoryId, renderAdvisory } from "../../objects/advisory.ts";
import { type Account, accounts, getAccount } from "../../state/accounts.ts";
import * as state from "../../state/advisories.ts";
import { addCollaborator, createRepository } from "../../state/repositories.ts";
import { isSecurityManager } from "../../state/security-managers.ts";
import { teams } from "../../state/teams.ts";
import { timestamp } from "../../timestamp.ts";
import { listAdvisories } from "../shared/advisories.ts";

type AdvisoryChanges = Omit<Input<typeof updateRepositoryAdvisory>, "owner" | "repo" | "svcsa_id">;

export const repositoryAdvisories = [
  repositoryHandler(listRepositoryAdvisories, (input, call) =>
    listAdvisories(call, input, { repositoryIds: [call.repository.id], reader: readerOf(call) }),
  ),

  repositoryHandler(getRepositoryAdvisory, ({ svcsa_id }, call) =>
    renderAdvisory(call.context, requireAdvisory(call, svcsa_id)),
  ),

  repositoryHandler(createRepositoryAdvisory, (input, call) => {
    const { context, repository } = call;
    const now = timestamp(context.now());
    const attributes = applyChanges({ ...EMPTY_ADVISORY, updated_at: now }, input);
    const credits = toCredits(call, [], input.credits);
    return context.db.transaction(() => {
      const author = requireActor(call).id;
      const advisory = state.createAdvisory(context.db, repository.id, author, attributes, now);
      if (credits) state.setCredits(context.db, advisory.id, credits);
      const fork_id = input.start_private_fork ? startPrivateFork(call, advisory, now).id : advisory.fork_id;
      const output = renderAdvisory(context, state.updateAdvisory(context.db, advisory, { ...advisory, fork_id }));
      return reply(201, output, { location: output.url });
    });
  }),

  repositoryHandler(updateRepositoryAdvisory, (input, call) => {
    const { context, repository } = call;
    const before = requireAdvisory(call, input.svcsa_id);
    const now = timestamp(context.now());
    const attributes = {
      ...applyChanges(before, input),
      ...stateChanges(call, before, input.state, now),
      updated_at: now,
    };
    const credits = toCredits(call, state.advisoryCredits.all(context.db, { advisory_id: before.id }), input.credits);
    const users = idsOf(input.collaborating_users, (login) =>
      requireUserByLogin(context, "collaborating_users", login),
    );
    const teamIds = idsOf(input.collaborating_teams, (slug) => {
      const team = teams.find(context.db, { organization_id: repository.owner_id, slug });
      if (!team) throw invalid("collaborating_teams", `team ${slug} does not exist`);
      return team;
    });
    return context.db.transaction(() => {
      const advisory = state.updateAdvisory(context.db, before, attributes);
      if (credits) state.setCredits(context.db, advisory.id, credits);
      if (users) state.setAdvisoryCollaborators(context.db, advisory.id, "user_id", users);
      if (teamIds) state.setAdvisoryCollaborators(context.db, advisory.id, "team_id", teamIds);
      if (advisory.state === "published" && before.state !== "published") {
        context.deliveries.emit(
          repository.id,
          advisoryPublishedEvent(context, repository, advisory, requireActor(call)),
        );
      }
      return renderAdvisory(context, advisory);
    });
  }),
];

const READ_ACCESS: Access = {
  tokens: [],
  requirements: [[{ scope: "repo" }], [{ scope: "repository_advisories:read" }]],
};

/**
 * Returns which advisories of a repository the caller can read. Published ones are public. The others are limited to
 * admins, security managers and the advisory's collaborators, and require a token with the permission.
 */
function readerOf({ context, caller, repository }: RepositoryCall): state.AdvisoryReader {
  const { token, user } = caller;
  if (!token) return { userId: undefined };
  const target = { private: repository.private };
  if (missingRequirements(READ_ACCESS, { kind: token.kind, scopes: token.scopes }, target).length > 0)
    return { userId: undefined };
  const grant = callerGrant(context, caller, repository);
  if (grant === "admin") return "everything";
  if (grant === "none" && !isScoped(token.kind)) return { userId: undefined };
  const isManager = user && isSecurityManager(context.db, repository.owner_id, user.id);
  return isManager ? "everything" : { userId: user?.id };
}

/** @throws HttpError 404 */
function requireAdvisory(call: RepositoryCall, id: string): state.Advisory {
  const { db, dialect } = call.context;
  const code = advisoryCode(dialect, id);
  return requireFound(
    code === undefined ? undefined : state.findAdvisory(db, call.repository.id, code, readerOf(call)),
  );
}

const EMPTY_ADVISORY: state.AdvisoryAttributes = {
  cve_id: null,
  summary: "",
  description: null,
  severity: null,
  cvss: null,
  cwe_ids: [],
  vulnerabilities: [],
  state: "draft",
  accepted: null,
  publisher_id: null,
  fork_id: null,
  updated_at: "",
  published_at: null,
  closed_at: null,
  withdrawn_at: null,
};

/**
 * Applies changes to an advisory. Omitted fields keep their values.
 * @throws HttpError 422
 */
function applyChanges(before: state.AdvisoryAttributes, changes: AdvisoryChanges): state.AdvisoryAttributes {
  const { cve_id = before.cve_id, cwe_ids = before.cwe_ids, cvss_vector_string: vector } = changes;
  if (cve_id !== null && !/^CVE-\d{4}-\d{4,}$/.test(cve_id))
    throw invalid("cve_id", "cve_id must be a CVE ID such as CVE-2026-1234");
  const invalidCwe = cwe_ids?.find((id) => !/^CWE-\d+$/.test(id));
  if (invalidCwe !== undefined) throw invalid("cwe_ids", `cwe_ids must be CWE IDs such as CWE-79, got ${invalidCwe}`);
  if (vector && !readCvss(vector))
    throw invalid("cvss_vector_string", "cvss_vector_string must be a valid CVSS vector");
  // The severity and the CVSS vector exclude each other, so setting one clears the other.
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
    vulnerabilities: changes.vulnerabilities?.map(toVulnerability) ?? before.vulnerabilities,
  };
}

type VulnerabilityInput = NonNullable<AdvisoryChanges["vulnerabilities"]>[number];

function toVulnerability(input: VulnerabilityInput): state.Advisory["vulnerabilities"][number] {
  return {
    package: { ecosystem: input.package.ecosystem, name: input.package.name ?? null },
    vulnerable_version_range: input.vulnerable_version_range ?? null,
    patched_versions: input.patched_versions ?? null,
    vulnerable_functions: input.vulnerable_functions ?? [],
  };
}

/**
 * Allowed state transitions. Reports in triage are accepted or closed, drafts are published or closed, and closed
 * advisories can be reopened as drafts. Published and withdrawn advisories cannot change their state.
 */
const NEXT_STATES: Readonly<Record<state.AdvisoryState, readonly state.AdvisoryState[]>> = {
  triage: ["draft", "closed"],
  draft: ["published", "closed"],
  closed: ["draft"],
  published: [],
  withdrawn: [],
};

/**
 * Returns the fields that change with the state of an advisory.
 * @throws HttpError 422 on a transition that is not allowed
 */
function stateChanges(
  { caller }: RepositoryCall,
  before: state.Advisory,
  next: state.AdvisoryState | undefined,
  now: string,
): Partial<state.AdvisoryAttributes> {
  if (next === undefined || next === before.state) return {};
  if (!NEXT_STATES[before.state].includes(next)) {
    throw invalid("state", `an advisory in state ${before.state} cannot change to ${next}`);
  }
  const accepted = before.state === "triage" ? next === "draft" : before.accepted;
  switch (next) {
    case "published":
      return { state: next, published_at: now, publisher_id: actorOf(caller)?.id ?? null };
    case "closed":
      return { state: next, closed_at: now, accepted };
    default:
      return { state: next, closed_at: null, accepted };
  }
}

type AdvisoryCredit = Omit<state.Credit, "advisory_id">;

/**
 * Returns the new credits, or undefined to keep the current ones. Credits of the caller are accepted immediately.
 * @throws HttpError 422 on an unknown user
 */
function toCredits(
  { context, caller }: RepositoryCall,
  before: readonly AdvisoryCredit[],
  input: AdvisoryChanges["credits"],
): AdvisoryCredit[] | undefined {
  if (input === undefined) return undefined;
  return (input ?? []).map(({ login, type }) => {
    const { id } = requireUserByLogin(context, "credits", login);
    const existing = before.find((credit) => credit.user_id === id && credit.type === type);
    return existing ?? { user_id: id, type, state: id === caller.user?.id ? "accepted" : "pending" };
  });
}

/** Returns the ids for names: undefined to change nothing, an empty array for null. */
function idsOf(names: readonly string[] | null | undefined, find: (name: string) => { readonly id: number }) {
  return names === undefined ? undefined : (names ?? []).map((name) => find(name).id);
}

/** @throws HttpError 422 */
function requireUserByLogin({ db }: EmulatorContext, field: string, login: string): Account {
  const account = accounts.find(db, { login });
  if (account?.type !== "User") throw invalid(field, `user ${login} does not exist`);
  return account;
}

/** Creates a private copy of the repository in which the vulnerability can be fixed before it is disclosed. */
function startPrivateFork({ context, repository, caller }: RepositoryCall, advisory: state.Advisory, now: string) {
  const { db, dialect } = context;
  const { id: _, ...settings } = repository;
  const fork = createRepository(
    db,
    {
      ...settings,
      name: `${repository.name}-${advisoryId(dialect, advisory.code).toLowerCase()}`,
      // It belongs to the advisory and doesn't count as a fork of the repository.
      private: true,
      parent_id: null,
      created_at: now,
      updated_at: now,
      pushed_at: now,
    },
    now,
  );
  copyContents({ db, repositoryId: repository.id }, { db, repositoryId: fork.id });
  const owner = getAccount(db, repository.owner_id);
  if (caller.user && caller.user.id !== owner.id) addCollaborator(db, fork.id, { userId: caller.user.id }, "admin");
  attachDefaultConfiguration(context, fork, actorOf(caller) ?? owner);
  return fork;
}
