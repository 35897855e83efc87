import type { Dialect } from "@forgehand/core/dialects";
import { readCvss, severityOf } from "../cvss.ts";
import type { EmulatorContext } from "../emulator-context.ts";
import { getAccount } from "../state/accounts.ts";
import { type Advisory, advisoryCredits, collaboratorsOfAdvisory } from "../state/advisories.ts";
import { fullNameOf, getRepository } from "../state/repositories.ts";
import { teams } from "../state/teams.ts";
import { CWE_NAMES } from "./cwe-names.ts";
import { renderSimpleRepository } from "./repository.ts";
import { renderTeam } from "./team.ts";
import { renderUser } from "./user.ts";

/** Returns the public id of an advisory, with the vendor's prefix: `SVCSA-2345-6789-cfgh`. */
export function advisoryId(dialect: Dialect, code: string): string {
  return `${advisoryPrefix(dialect)}-${code}`;
}

/** Returns the id without its prefix, or undefined if it is not an advisory id. */
export function advisoryCode(dialect: Dialect, id: string): string | undefined {
  const prefix = `${advisoryPrefix(dialect)}-`;
  return id.toUpperCase().startsWith(prefix.toUpperCase()) ? id.slice(prefix.length) : undefined;
}

const advisoryPrefix = ({ values }: Dialect) => values["SVCSA"] ?? "SVCSA";

/** Renders a repository's security advisory. */
export function renderAdvisory(context: EmulatorContext, advisory: Advisory) {
  const { db, dialect, apiUrl, webUrl } = context;
  const repository = getRepository(db, advisory.repository_id);
  if (!repository) throw new Error(`The advisory ${advisory.code} must belong to an existing repository.`);
  const fullName = fullNameOf(db, repository);
  const id = advisoryId(dialect, advisory.code);
  const renderPerson = (userId: number | null) =>
    userId === null ? null : renderUser(context, getAccount(db, userId));
  const credits = advisoryCredits
    .all(db, { advisory_id: advisory.id })
    .map((credit) => ({ ...credit, account: getAccount(db, credit.user_id) }));
  const collaboratingTeams = collaboratorsOfAdvisory(db, advisory.id, "team_id").flatMap(
    (teamId) => teams.find(db, { id: teamId }) ?? [],
  );
  const fork = advisory.fork_id === null ? undefined : getRepository(db, advisory.fork_id);
  return {
    svcsa_id: id,
    cve_id: advisory.cve_id,
    url: `${apiUrl}/repos/${fullName}/security-advisories/${id}`,
    html_url: `${webUrl}/${fullName}/security/advisories/${id}`,
    summary: advisory.summary,
    description: advisory.description,
    ...severityFields(advisory),
    author: renderPerson(advisory.author_id),
    publisher: renderPerson(advisory.publisher_id),
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
    credits_detailed: credits.map(({ account, type, state }) => ({ user: renderUser(context, account), type, state })),
    collaborating_users: collaboratorsOfAdvisory(db, advisory.id, "user_id").map((userId) =>
      renderUser(context, getAccount(db, userId)),
    ),
    collaborating_teams: collaboratingTeams.map((team) => renderTeam(context, team)),
    private_fork: fork ? renderSimpleRepository(context, fork) : null,
  };
}

/** Returns the severity, computed from the CVSS vector if there is one. */
function severityFields({ severity, cvss: vector }: Advisory) {
  const read = vector === null ? undefined : readCvss(vector);
  const versionFields = (version: "3" | "4") =>
    read?.version === version ? { vector_string: vector, score: read.score } : { vector_string: null, score: null };
  const severityName = read ? severityOf(read.score) : severity;
  return {
    severity: severityName,
    cvss: read ? { vector_string: vector, score: read.score } : { vector_string: null, score: null },
    cvss_severities: { cvss_v3: versionFields("3"), cvss_v4: versionFields("4") },
  };
}
