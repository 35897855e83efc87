import { type AnyOperation, definitionOf } from "@forgehand/core/contract";
import * as catalogue from "@forgehand/core/operations";
import { describe, expect, test } from "vitest";
import { fullTest } from "./full-seed.fixture.ts";
import { EMPTY_LISTS, parametersFor, tokenFor } from "./full-seed-parameters.ts";
import { type CallFields, callOverWire } from "./wire-call.ts";

// Tests that every query parameter changes the response, with the seed `full`.

/** A value for a parameter, and the other parameters of both requests. */
interface QueryChange {
  readonly value: string | number | boolean;
  readonly otherFields?: CallFields;
}

const changeTo = (value: QueryChange["value"], otherFields: CallFields = {}): QueryChange => ({ value, otherFields });

/** Differs from the day that other cases use. */
const OTHER_DAY = "2026-06-14";

const USAGE_TIMES = { year: changeTo(2025), month: changeTo(1), day: changeTo(1) };
const USAGE_MODELS = { ...USAGE_TIMES, user: changeTo("bob"), model: changeTo("Small"), product: changeTo("actions") };

const ISSUE_FILTERS = {
  state: changeTo("closed"),
  labels: changeTo("bug"),
  sort: changeTo("updated", { filter: "all" }),
  direction: changeTo("asc"),
  since: changeTo("2026-06-10T00:00:00Z", { filter: "all" }),
};

const NOTIFICATION_FILTERS = {
  all: changeTo(true),
  participating: changeTo(true, { all: true }),
  since: changeTo("2100-01-01T00:00:00Z"),
  before: changeTo("2000-01-01T00:00:00Z"),
};

const RUN_FILTERS = {
  actor: changeTo("carol"),
  branch: changeTo("release"),
  event: changeTo("schedule"),
  status: changeTo("failure"),
  created: changeTo("<2026-06-10"),
  exclude_pull_requests: changeTo(true),
  check_suite_id: changeTo(1),
  head_sha: changeTo("0".repeat(40)),
};

const QUERY_CHANGES: Readonly<Record<string, Readonly<Record<string, QueryChange>>>> = {
  listOrganizationAdvisories: { direction: changeTo("asc"), sort: changeTo("updated"), state: changeTo("draft") },
  listRepositoryAdvisories: { direction: changeTo("asc"), sort: changeTo("updated"), state: changeTo("draft") },
  getAiCreditUsage: USAGE_MODELS,
  getPremiumRequestUsage: USAGE_MODELS,
  getBillingUsage: USAGE_TIMES,
  getBillingUsageSummary: {
    ...USAGE_TIMES,
    repository: changeTo("acme/gears"),
    product: changeTo("actions"),
    sku: changeTo("actions_linux"),
  },
  listBudgets: { scope: changeTo("repository"), user: changeTo("bob") },
  getContents: { ref: changeTo("round-corners") },
  listOrganizationCustomPropertyValues: { repository_query: changeTo("gears") },
  listInstallations: { since: changeTo("2026-06-14T00:00:00Z"), outdated: changeTo("true") },
  listTeams: { team_type: changeTo("enterprise") },
  listPullRequests: {
    state: changeTo("closed"),
    head: changeTo("acme:round-corners"),
    base: changeTo("release"),
    sort: changeTo("updated", { state: "all" }),
    direction: changeTo("asc", { state: "all" }),
  },
  listReviewComments: {
    sort: changeTo("updated"),
    direction: changeTo("desc"),
    since: changeTo("2026-06-12T00:00:00Z"),
  },
  listOrganizationRepositories: { type: changeTo("private"), sort: changeTo("full_name"), direction: changeTo("asc") },
  listCollaborators: { affiliation: changeTo("outside"), permission: changeTo("admin") },
  listRepositories: {
    visibility: changeTo("private"),
    affiliation: changeTo("owner"),
    type: changeTo("private"),
    sort: changeTo("updated"),
    direction: changeTo("desc"),
    since: changeTo("2026-06-10T00:00:00Z"),
    before: changeTo("2026-06-10T00:00:00Z"),
  },
  listCodeSecurityConfigurations: { target_type: changeTo("global") },
  listCodeSecurityConfigurationRepositories: { status: changeTo("removed") },
  listCustomPatterns: {
    state: changeTo("published"),
    push_protection: changeTo("enabled"),
    sort: changeTo("name"),
    direction: changeTo("asc"),
    // An empty `before` cursor selects the end of the list, an empty `after` cursor its start.
    before: changeTo("", { per_page: 1 }),
    after: changeTo("", { per_page: 1, page: 2 }),
  },
  listRulesets: { targets: changeTo("push") },
  listRuleSuites: {
    ref: changeTo("refs/heads/release"),
    repository_name: changeTo("gears"),
    time_period: changeTo("hour"),
    actor_name: changeTo("bob"),
    rule_suite_result: changeTo("bypass"),
    evaluate_status: changeTo("evaluate"),
  },
  listEnterpriseRunnerGroups: { visible_to_organization: changeTo("parts") },
  listRunnerGroups: { visible_to_repository: changeTo("attic") },
  listRunners: { name: changeTo("runner-1") },
  searchIssues: {
    q: { value: "repo:acme/widgets is:pr", otherFields: { q: "repo:acme/widgets" } },
    sort: changeTo("updated", { q: "repo:acme/widgets" }),
    order: changeTo("asc", { q: "repo:acme/widgets", sort: "created" }),
  },
  listImportAuthors: { since: changeTo(1) },
  listStarredRepositories: { sort: changeTo("updated"), direction: changeTo("asc") },
  listRepositoriesStarredByUser: { sort: changeTo("updated"), direction: changeTo("asc") },
  getEnterpriseUsageReport: { day: changeTo(OTHER_DAY) },
  getUserTeamsUsageReport: { day: changeTo(OTHER_DAY) },
  getUsersUsageReport: { day: changeTo(OTHER_DAY) },
  listAppHookDeliveries: { status: changeTo("failure") },
  listOrganizationHookDeliveries: { status: changeTo("failure") },
  listRepositoryHookDeliveries: { status: changeTo("failure") },
  listWorkflowRuns: RUN_FILTERS,
  listRunsOfWorkflow: RUN_FILTERS,
  listWorkflowRunArtifacts: { name: changeTo("bundle"), direction: changeTo("asc") },
  listArtifacts: { name: changeTo("bundle") },
  listNotifications: NOTIFICATION_FILTERS,
  listRepositoryNotifications: NOTIFICATION_FILTERS,
  searchCode: {
    q: changeTo("widget repo:acme/widgets extension:md"),
    sort: changeTo("indexed"),
    order: changeTo("asc", { sort: "indexed" }),
  },
  searchCommits: {
    q: changeTo("repo:acme/widgets merge:true"),
    sort: changeTo("author-date", { order: "asc" }),
    order: changeTo("asc", { sort: "author-date" }),
  },
  searchRepositories: {
    q: changeTo("repo:acme/widgets"),
    sort: changeTo("updated", { order: "asc" }),
    order: changeTo("asc", { sort: "updated" }),
  },
  searchUsers: {
    q: changeTo("type:org"),
    sort: changeTo("joined", { order: "asc" }),
    order: changeTo("asc", { sort: "joined" }),
  },
  getWorkflowRun: { exclude_pull_requests: changeTo(true) },
  listWorkflowRunJobs: { filter: changeTo("all") },
  listIssues: {
    ...ISSUE_FILTERS,
    milestone: changeTo("none"),
    assignee: changeTo("bob"),
    type: changeTo("*"),
    creator: changeTo("carol"),
    mentioned: changeTo("bob"),
    issue_field_values: changeTo("Priority:High"),
  },
  listAssignedIssues: {
    ...ISSUE_FILTERS,
    filter: changeTo("created"),
    collab: changeTo(true),
    orgs: changeTo(true),
    owned: changeTo(true),
    pulls: changeTo(false, { filter: "all" }),
  },
  listUserIssues: { ...ISSUE_FILTERS, filter: changeTo("created") },
  listOrganizationIssues: { ...ISSUE_FILTERS, filter: changeTo("created"), type: changeTo("*") },
  listIssueComments: { since: changeTo("2026-06-10T00:00:00Z") },
  listRepositoryIssueComments: {
    sort: changeTo("updated"),
    direction: changeTo("desc"),
    since: changeTo("2026-06-10T00:00:00Z"),
  },
  listTimelineEvents: { exclude: changeTo("commented") },
  listMilestones: { state: changeTo("closed"), sort: changeTo("completeness"), direction: changeTo("desc") },
  listIssueReactions: { content: changeTo("heart") },
  listIssueCommentReactions: { content: changeTo("hooray") },
  listOrganizationMembers: { filter: changeTo("2fa_disabled"), role: changeTo("admin") },
  listOrganizationMemberships: { state: changeTo("pending") },
  listRepositoriesOfUser: { type: changeTo("member"), sort: changeTo("created"), direction: changeTo("desc") },
  listBranches: { protected: changeTo(true) },
  listCommits: {
    sha: changeTo("round-corners"),
    path: changeTo("THANKS.md"),
    author: changeTo("bob"),
    committer: changeTo("bob"),
    since: changeTo("2026-06-10T00:00:00Z"),
    until: changeTo("2026-06-10T00:00:00Z"),
  },
  getTree: { recursive: changeTo("1") },
  getReadme: { ref: changeTo("round-corners") },
  listContributors: { anon: changeTo("1") },
  listCheckRuns: {
    check_name: changeTo("corners"),
    status: changeTo("in_progress"),
    filter: changeTo("all"),
    app_id: changeTo(15368),
  },
  listCheckRunsOfSuite: { check_name: changeTo("corners"), status: changeTo("in_progress"), filter: changeTo("all") },
  listCheckSuites: { app_id: changeTo(15368), check_name: changeTo("corners") },
  listDeployments: {
    sha: changeTo("0".repeat(40)),
    ref: changeTo("round-corners"),
    task: changeTo("deploy"),
    environment: changeTo("production"),
  },
};

/** Parameters without an effect here because GitHub's documentation doesn't define it. */
const WITHOUT_EFFECT: Readonly<Record<string, readonly string[]>> = {
  // Selects the search engine. All engines find the same here.
  searchIssues: ["advanced_search", "search_type"],
};

/** Whether the parameter is for pagination. In some lists, `before` is a filter. */
function isPagingParameter(operation: AnyOperation, parameter: string): boolean {
  const { paging } = definitionOf(operation);
  if (paging?.kind === "since") return false;
  if (parameter === "per_page" || parameter === paging?.parameter) return true;
  return parameter === "before" && paging?.parameter === "after";
}

const queryCases = Object.entries<AnyOperation>(catalogue).flatMap(([name, operation]) => {
  const { query, upload } = definitionOf(operation);
  // The name and label of an upload are those of the new file, which release-uploads.test.ts checks.
  return query && !upload ? [{ name, operation, parameters: Object.keys(query.shape) }] : [];
});

test("every query parameter has a test case", () => {
  const missing = queryCases.flatMap(({ name, operation, parameters }) =>
    parameters
      .filter((parameter) => !isPagingParameter(operation, parameter) && !WITHOUT_EFFECT[name]?.includes(parameter))
      .filter((parameter) => QUERY_CHANGES[name]?.[parameter] === undefined)
      .map((parameter) => `${name} ${parameter}`),
  );
  expect(missing).toEqual([]);
});

describe.each(queryCases)("$name", ({ name, operation, parameters }) => {
  fullTest.for(Object.entries(QUERY_CHANGES[name] ?? {}))(
    "%s changes the response",
    async ([parameter, change], { at }) => {
      const service = await at(operation);
      const callWith = async (fields: CallFields) => {
        const response = await callOverWire(service.apiUrl, operation, fields, { token: tokenFor(service, operation) });
        expect(response.status).toBe(200);
        return response.text;
      };
      const fields = { ...(await parametersFor(service, operation)), ...change.otherFields };
      expect(await callWith({ ...fields, [parameter]: change.value })).not.toBe(await callWith(fields));
    },
  );

  const pages = parameters.filter((parameter) => isPagingParameter(operation, parameter));
  fullTest.runIf(pages.length > 0 && !EMPTY_LISTS.includes(name))("is paginated", async ({ at }) => {
    const service = await at(operation);
    const otherFields = Object.values(QUERY_CHANGES[name] ?? {})[0]?.otherFields ?? {};
    const fields = { ...(await parametersFor(service, operation)), ...otherFields };
    const callWith = (more: CallFields) =>
      callOverWire(service.apiUrl, operation, { ...fields, ...more }, { token: tokenFor(service, operation) });
    const first = await callWith({ per_page: 1 });
    expect(first.text).not.toBe((await callWith({ per_page: 2 })).text);
    // The next link leads to the next page, and back again if the list supports it.
    const { next } = linksOf(first.headers);
    const second = await fetch(next ?? "", {
      headers: { authorization: `Bearer ${tokenFor(service, operation)}` },
    });
    expect(second.status).toBe(200);
    expect(await second.text()).not.toBe(first.text);
    const parameterNames = [...new URL(next ?? "").searchParams.keys()];
    const back = linksOf(second.headers)["prev"];
    if (back !== undefined) parameterNames.push(...new URL(back).searchParams.keys());
    expect(parameterNames).toEqual(expect.arrayContaining(pages));
  });
});

function linksOf(headers: Headers): Record<string, string> {
  const links = (headers.get("link") ?? "").matchAll(/<([^>]*)>; rel="(\w+)"/g);
  return Object.fromEntries(Array.from(links, ([, url = "", rel = ""]) => [rel, url]));
}
