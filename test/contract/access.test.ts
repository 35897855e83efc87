import {
  type Access,
  accessSources,
  EDITIONS,
  PERMISSIONS,
  type Requirement,
  type TokenKind,
} from "@forgehand/core/contract";
import { describe, expect, test } from "vitest";
import { CATALOG, entryOf } from "./catalog.ts";
import { type AccessRow, accessRows } from "./data.ts";
import { readRecordings } from "./recorded/recordings.ts";

/** Intended differences from data/access.json: the operations, the columns and the reason. */
const ACCESS_EXCEPTIONS: readonly { routes: RegExp; columns: readonly string[]; reason: string }[] = [
  {
    routes: /^\S+ \/enterprises\/\{enterprise\}\/teams\//,
    columns: ["user", "installation"],
    reason: "GitHub's documentation says that only classic tokens can call these operations.",
  },
  {
    routes: /^\S+ \/repos\/\{owner\}\/\{repo\}\/import/,
    columns: ["user", "fineGrained"],
    reason: "GitHub's documentation says that only classic tokens can call these operations.",
  },
  {
    routes: /^GET \/repos\/\{owner\}\/\{repo\}\/(subscribers|stargazers)$/,
    columns: ["permissions"],
    reason: "Write access to contents suffices as well, according to GitHub's documentation.",
  },
  {
    routes: /^\S+ \/user\/starred\/\{owner\}\/\{repo\}$/,
    columns: ["permissions"],
    reason: "The contract also names the second permission that is needed.",
  },
  {
    routes: /^GET \/repos\/\{owner\}\/\{repo\}\/pulls\/\{pull_number\}$/,
    columns: ["permissions"],
    reason: "Either permission suffices, and the contract names both.",
  },
  {
    routes: /^GET \/repos\/\{owner\}\/\{repo\}\/collaborators(\/\{username\})?$/,
    columns: ["scopes"],
    reason: "The other scope applies only to organizations, and calls without it succeed.",
  },
  {
    routes: /^\S+ \/orgs\/\{org\}\/updater\/secrets/,
    columns: ["permissions"],
    reason: "Apps accept the other set of permissions as well, according to GitHub's documentation.",
  },
  {
    routes: /^GET \/enterprises\/\{enterprise\}\/assistant\/metrics/,
    columns: ["permissions"],
    reason: "Another permission suffices as well, according to GitHub's documentation.",
  },
  {
    routes: /^GET \/orgs\/\{org\}\/installations$/,
    columns: ["scopes"],
    reason: "The listed scope `admin:read` is undocumented. `admin:org` grants the access of an owner.",
  },
  {
    routes: /^GET \/orgs\/\{org\}\/code-security\/configurations(\/defaults|\/\{configuration_id\}\/repositories)?$/,
    columns: ["scopes"],
    reason: "Responses recorded in 2024 and 2025 accept `write:org`, not `read:org`.",
  },
  {
    routes: /^GET \/orgs\/\{org\}\/teams\/\{team_slug\}\/repos\//,
    columns: ["scopes"],
    reason: "The documented scopes are those for private repositories. Recorded responses accept others as well.",
  },
  {
    routes: /^GET \/user\/orgs$/,
    columns: ["scopes"],
    reason: "Recorded responses also list `repo` as accepted.",
  },
  {
    routes: /^GET (\/user|\/orgs\/\{org\})$/,
    columns: ["scopes"],
    reason: "The scope only reveals private fields. The call succeeds without it.",
  },
  {
    routes: /^GET \/orgs\/\{org\}\/actions\/hosted-runners$/,
    columns: ["scopes"],
    reason: "The scope `manage_runner:org` does not exist. Related operations name `manage_runners:org`.",
  },
  {
    routes: /^\S+ \/organizations\/\{org\}\/actions\/cache\//,
    columns: ["scopes"],
    reason: "The scope `admin:organization` does not exist. Administrators have `admin:org`.",
  },
];

/** Names of the editions in data/access.json. */
const EDITION_NAMES = { "github.com": "dotcom", "enterprise-cloud": "ghec", "self-hosted": "ghes-3.19" } as const;

const KINDS = {
  user: "user-access",
  installation: "installation",
  fineGrained: "fine-grained",
} as const satisfies Record<string, TokenKind>;

/** Formats as `Issues:write [repository]`, sorted, with `+` if other permissions suffice as well. */
function permissionsOf({ requirements, hasOtherRequirements }: Access): string {
  const names = requirements.flat().flatMap((need) => {
    if ("scope" in need) return [];
    const { name, of } = PERMISSIONS[need.permission];
    return [`${name}:${need.level} [${of}]${hasOtherRequirements ? "+" : ""}`];
  });
  return sorted(names);
}

function scopesOf({ requirements }: Access): string {
  return sorted(requirements.flat().flatMap((need) => ("scope" in need ? [need.scope] : [])));
}

const sorted = (words: readonly string[]) =>
  [...new Set(words)]
    .filter((word) => word !== "")
    .sort()
    .join(" | ");

/** Yields the columns in which the contract differs, with both values. */
function* accessDifferences(row: AccessRow): Generator<{ column: string; listed: string; contract: string }> {
  const entry = entryOf(row.method, row.path);
  if (!entry) return yield { column: "operation", listed: "present", contract: "missing" };
  const { access, editions = EDITIONS } = entry.definition;
  const pairs = [
    { column: "permissions", listed: sorted(row.permissions.split(" | ")), contract: permissionsOf(access) },
    { column: "scopes", listed: sorted(row.scopes.split(" ")), contract: scopesOf(access) },
    {
      column: "editions",
      listed: sorted(row.editions.split(" ")),
      contract: sorted(editions.map((edition) => EDITION_NAMES[edition])),
    },
    ...(["user", "installation", "fineGrained"] as const).map((kind) => ({
      column: kind,
      listed: row[kind],
      contract: access.tokens.includes(KINDS[kind]) ? "yes" : "no",
    })),
  ];
  for (const pair of pairs) {
    if (pair.listed !== "" && pair.listed !== "?" && pair.listed !== pair.contract) yield pair;
  }
}

const CASES = accessRows().map((row) => ({ row, route: `${row.method} ${row.path}` }));
const isException = (route: string, column: string) =>
  ACCESS_EXCEPTIONS.some((exception) => exception.columns.includes(column) && exception.routes.test(route));

describe("the contract's access rules match data/access.json", () => {
  test.each(CASES)("$route", ({ row, route }) => {
    expect([...accessDifferences(row)].filter(({ column }) => !isException(route, column))).toEqual([]);
  });

  test("every exception is still needed", () => {
    const differing = CASES.flatMap(({ row, route }) =>
      [...accessDifferences(row)].map(({ column }) => ({ route, column })),
    );
    const obsolete = ACCESS_EXCEPTIONS.filter(
      ({ routes, columns }) =>
        !columns.every((column) => differing.some((pair) => pair.column === column && routes.test(pair.route))),
    );
    expect(obsolete.map(({ reason }) => reason)).toEqual([]);
  });
});

/** Scopes of which GitHub's page about scopes, rather than the operation's own page, says what they give access to. */
const GENERAL_SCOPES: readonly RegExp[] = [
  /^\S+ \/(repos|user\/starred|user\/repos|user\/subscriptions|users|orgs\/\{org\}\/repos)\b.* (public_repo|repo)$/,
  /^\S+ \/repos\/\{owner\}\/\{repo\}\/hooks\b.* (admin|write|read):repo_hook$/,
  /^DELETE \/repos\/\{owner\}\/\{repo\}\/contents\/\{path\} workflow$/,
  /^\S+ \/repos\/\{owner\}\/\{repo\}\/(commits\/\{ref\}\/status|statuses\/\{sha\}).* repo:status$/,
  /^GET \/repos\/\{owner\}\/\{repo\}\/deployments\b.* repo_deployment$/,
];

/** Requirements whose source is not GitHub's documentation. */
const UNDOCUMENTED_REQUIREMENTS: readonly string[] = [
  "GET /repos/{owner}/{repo}/subscription notifications: recording",
  "GET /repos/{owner}/{repo}/subscription repo: assumed",
  "PUT /repos/{owner}/{repo}/subscription notifications: recording",
  "PUT /repos/{owner}/{repo}/subscription repo: assumed",
  "DELETE /repos/{owner}/{repo}/subscription notifications: recording",
  "DELETE /repos/{owner}/{repo}/subscription repo: assumed",
  "DELETE /orgs/{org} admin:org: recording",
  "GET /orgs/{org}/teams read:org: recording",
  "GET /orgs/{org}/teams user: recording",
  "GET /orgs/{org}/teams repo: recording",
  "GET /user/orgs repo: recording",
  "GET /enterprises/{enterprise}/announcement read:enterprise: assumed",
  "PATCH /enterprises/{enterprise}/announcement admin:enterprise: assumed",
  "DELETE /enterprises/{enterprise}/announcement admin:enterprise: assumed",
  "DELETE /orgs/{org}/members/{username} admin:org: assumed",
  "DELETE /orgs/{org}/members/{username} repo: assumed",
  "GET /orgs/{org}/memberships/{username} read:org: assumed",
  "GET /orgs/{org}/memberships/{username} user: assumed",
  "GET /orgs/{org}/memberships/{username} repo: assumed",
  "PUT /orgs/{org}/memberships/{username} admin:org: recording",
  "PUT /orgs/{org}/memberships/{username} repo: recording",
  "DELETE /orgs/{org}/memberships/{username} admin:org: recording",
  "DELETE /orgs/{org}/memberships/{username} repo: recording",
  "GET /user/memberships/orgs read:org: recording",
  "GET /user/memberships/orgs user: recording",
  "GET /user/memberships/orgs repo: recording",
  "GET /orgs/{org}/teams/{team_slug} read:org: recording",
  "GET /orgs/{org}/teams/{team_slug} user: recording",
  "GET /orgs/{org}/teams/{team_slug} repo: recording",
  "GET /orgs/{org}/teams/{team_slug}/repos/{owner}/{repo} read:org: recording",
  "GET /orgs/{org}/teams/{team_slug}/repos/{owner}/{repo} user: recording",
  "POST /orgs/{org}/teams admin:org: recording",
  "POST /orgs/{org}/teams repo: recording",
  "GET /user/repository_invitations repo: recording",
  "PATCH /user/repository_invitations/{invitation_id} repo: recording",
];

describe("each requirement has a source", () => {
  const requirements = CATALOG.flatMap(({ operation, definition }) =>
    accessSources(operation).map((entry) => ({ ...entry, route: operation.route, access: definition.access })),
  );
  const formatNeed = (need: Requirement) => ("scope" in need ? need.scope : `${need.permission}:${need.level}`);

  test("in the documentation", () => {
    const rows = new Map(CASES.map(({ row, route }) => [route, row]));
    const isDocumented = (route: string, requirement: Requirement) => {
      const row = rows.get(route);
      if ("scope" in requirement) {
        const need = `${route} ${requirement.scope}`;
        const isListed = row?.scopes.split(" ").includes(requirement.scope) || isException(route, "scopes");
        return isListed || GENERAL_SCOPES.some((pattern) => pattern.test(need));
      }
      const { name, of } = PERMISSIONS[requirement.permission];
      return row?.permissions.includes(`${name}:${requirement.level} [${of}]`) || isException(route, "permissions");
    };
    const undocumented = requirements
      // If others are accepted as well, a missing requirement is reported as unknown.
      .filter(({ source, access }) => source === "page" && !access.hasOtherRequirements)
      .filter(({ route, requirement }) => !isDocumented(route, requirement))
      .map(({ route, requirement }) => `${route} ${formatNeed(requirement)}`);
    expect(undocumented).toEqual([]);
  });

  test("or is marked as recorded or assumed", () => {
    const marked = requirements.flatMap(({ route, requirement }) =>
      requirement.source ? `${route} ${formatNeed(requirement)}: ${requirement.source}` : [],
    );
    expect(marked.sort()).toEqual([...UNDOCUMENTED_REQUIREMENTS].sort());
  });

  test("which is a recording of the service if it is marked as one", () => {
    const recorded = readRecordings().flatMap(({ operation, scopes }) =>
      scopes.flatMap((accepted) => (accepted ?? "").split(", ").map((scope) => `${operation} ${scope}`)),
    );
    const unconfirmed = CATALOG.flatMap(({ name, operation }) =>
      accessSources(operation).flatMap(({ requirement, source }) =>
        source === "recording" ? `${name} ${formatNeed(requirement)}` : [],
      ),
    ).filter((need) => !recorded.includes(need));
    // Deleting a subscription was not recorded; the one read and written before was. The others are in cassettes of
    // octokit.rb and PyGithub that data/recorded.json does not contain.
    expect(unconfirmed.sort()).toEqual([
      "acceptRepositoryInvitation repo",
      "checkTeamRepository read:org",
      "checkTeamRepository user",
      "createTeam admin:org",
      "createTeam repo",
      "deleteSubscription notifications",
      "getTeam read:org",
      "getTeam repo",
      "getTeam user",
      "listOrganizationMemberships read:org",
      "listOrganizationMemberships repo",
      "listOrganizationMemberships user",
      "listReceivedRepositoryInvitations repo",
      "removeOrganizationMembership admin:org",
      "removeOrganizationMembership repo",
      "setOrganizationMembership admin:org",
      "setOrganizationMembership repo",
    ]);
  });
});
