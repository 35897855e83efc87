import type { Dialect } from "@forgehand/core/dialects";
import { readCvss, severityOf } from "../cvss.ts";
import { getAccount } from "../state/accounts.ts";
import { type Advisory, advisoryCollaborators, creditsOf } from "../state/advisories.ts";
import { fullNameOf, getRepository } from "../state/repositories.ts";
import { getTeam } from "../state/teams.ts";
import type { World } from "../world.ts";
import { CWE_NAMES } from "./cwe-names.ts";
import { renderSimpleRepository } from "./repository.ts";
import { renderTeam } from "./team.ts";
import { renderUser } from "./user.ts";

/** The public id of an advisory, with the vendor's prefix: `SVCSA-2345-6789-cfgh`. */
export function advisoryId(dialect: Dialect, code: string): string {
  return `${advisoryPrefix(dialect)}-${code}`;
}

/** The part after the prefix; undefined for what is no advisory's id. */
export function codeOfAdvisory(dialect: Dialect, id: string): string | undefined {
  const prefix = `${advisoryPrefix(dialect)}-`;
  return id.toUpperCase().startsWith(prefix.toUpperCase()) ? id.slice(prefix.length) : undefined;
}

const advisoryPrefix = ({ values }: Dialect) => values["SVCSA"] ?? "SVCSA";

/** A security advisory of a repository (document 3, Repository security advisory). */
export function renderAdvisory(world: World, advisory: Advisory) {
  const { db, dialect, apiUrl, webUrl } = world;
  const repository = getRepository(db, advisory.repository_id);
  if (!repository) throw new Error(`The advisory ${advisory.code} belongs to no repository.`);
  const fullName = fullNameOf(db, repository);
  const id = advisoryId(dialect, advisory.code);
  const person = (userId: number | null) => (userId === null ? null : renderUser(world, getAccount(db, userId)));
  const credits = creditsOf(db, advisory.id).map((credit) => ({ ...credit, account: getAccount(db, credit.user_id) }));
  const teams = advisoryCollaborators(db, advisory.id, "team_id").flatMap((teamId) => getTeam(db, teamId) ?? []);
  const fork = advisory.fork_id === null ? undefined : getRepository(db, advisory.fork_id);
  return {
    svcsa_id: id,
    cve_id: advisory.cve_id,
    url: `${apiUrl}/repos/${fullName}/security-advisories/${id}`,
    html_url: `${webUrl}/${fullName}/security/advisories/${id}`,
    summary: advisory.summary,
    description: advisory.description,
    ...severityFields(advisory),
    author: person(advisory.author_id),
    publisher: person(advisory.publisher_id),
    identifiers: [
      { type: "SVCSA", value: id },
      ...(advisory.cve_id === null ? [] : [{ type: "CVE", value: advisory.cve_id }]),
    ],
    state: advisory.state,
    created_at: advisory.created_at,
    updated_at: advisory.updated_at,
    published_at: advisory.published_at,
    closed_at: advisory.closed_at,
    withdrawn_at: advisory.withdrawn_at,
    submission: advisory.accepted === null ? null : { accepted: advisory.accepted },
    vulnerabilities: advisory.vulnerabilities,
    cwes: advisory.cwe_ids.map((cwe) => ({ cwe_id: cwe, name: CWE_NAMES[cwe] ?? cwe })),
    cwe_ids: advisory.cwe_ids,
    credits: credits.map(({ account, type }) => ({ login: account.login, type })),
    credits_detailed: credits.map(({ account, type, state }) => ({ user: renderUser(world, account), type, state })),
    collaborating_users: advisoryCollaborators(db, advisory.id, "user_id").map((userId) =>
      renderUser(world, getAccount(db, userId)),
    ),
    collaborating_teams: teams.map((team) => renderTeam(world, team)),
    private_fork: fork ? renderSimpleRepository(world, fork) : null,
  };
}

/** How bad it is: as it was told in a word, or as its vector comes to. */
function severityFields({ severity, cvss: vector }: Advisory) {
  const read = vector === null ? undefined : readCvss(vector);
  const shown = (version: "3" | "4") =>
    read?.version === version ? { vector_string: vector, score: read.score } : { vector_string: null, score: null };
  const word = read ? severityOf(read.score) : severity;
  return {
    severity: word,
    cvss: read ? { vector_string: vector, score: read.score } : { vector_string: null, score: null },
    cvss_severities: { cvss_v3: shown("3"), cvss_v4: shown("4") },
  };
}
