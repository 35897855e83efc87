import { type AnyOperation, definitionOf } from "@forgehand/core/contract";
import * as catalogue from "@forgehand/core/operations";
import { describe, expect, test } from "vitest";
import { fullTest } from "./full.ts";
import { fieldsFor, tokenFor } from "./places.ts";
import { type Fields, wireCall } from "./wire-call.ts";

// Every query parameter changes the answer: what is asked without it and with it, on the seed `full`.

/** A value for a parameter, and what is asked beside it both times. */
interface Change {
  readonly value: string | number | boolean;
  readonly beside?: Fields;
}

const to = (value: Change["value"], beside: Fields = {}): Change => ({ value, beside });

/** Another day than the one that is asked for else. */
const DAY = "2026-06-14";

const OF_TIMES = { year: to(2025), month: to(1), day: to(1) };
const OF_MODELS = { ...OF_TIMES, user: to("bob"), model: to("Small"), product: to("actions") };

const CHANGES: Readonly<Record<string, Readonly<Record<string, Change>>>> = {
  listOrganizationAdvisories: { direction: to("asc"), sort: to("updated"), state: to("draft") },
  listRepositoryAdvisories: { direction: to("asc"), sort: to("updated"), state: to("draft") },
  getAiCreditUsage: OF_MODELS,
  getPremiumRequestUsage: OF_MODELS,
  getBillingUsage: OF_TIMES,
  getBillingUsageSummary: {
    ...{ ...OF_TIMES, repository: to("acme/gears"), product: to("actions"), sku: to("actions_linux") },
  },
  listBudgets: { scope: to("repository"), user: to("bob") },
  getContents: { ref: to("round-corners") },
  listOrganizationCustomPropertyValues: { repository_query: to("gears") },
  listInstallations: { since: to("2026-06-14T00:00:00Z"), outdated: to("true") },
  listTeams: { team_type: to("enterprise") },
  listPullRequests: {
    ...{ state: to("closed"), head: to("acme:round-corners"), base: to("release") },
    ...{ sort: to("updated", { state: "all" }), direction: to("asc", { state: "all" }) },
  },
  listOrganizationRepositories: { type: to("private"), sort: to("full_name"), direction: to("asc") },
  listCollaborators: { affiliation: to("outside"), permission: to("admin") },
  listRepositories: {
    ...{ visibility: to("private"), affiliation: to("owner"), type: to("private") },
    ...{ sort: to("updated"), direction: to("desc") },
    ...{ since: to("2026-06-10T00:00:00Z"), before: to("2026-06-10T00:00:00Z") },
  },
  listCodeSecurityConfigurations: { target_type: to("global") },
  listCodeSecurityConfigurationRepositories: { status: to("removed") },
  listCustomPatterns: {
    ...{ state: to("published"), push_protection: to("enabled"), sort: to("name"), direction: to("asc") },
    // An empty cursor is the list's other end, or its beginning whatever the page.
    ...{ before: to("", { per_page: 1 }), after: to("", { per_page: 1, page: 2 }) },
  },
  listRulesets: { targets: to("push") },
  listRuleSuites: {
    ...{ ref: to("refs/heads/release"), repository_name: to("gears"), time_period: to("hour"), actor_name: to("bob") },
    ...{ rule_suite_result: to("bypass"), evaluate_status: to("evaluate") },
  },
  listEnterpriseRunnerGroups: { visible_to_organization: to("parts") },
  listRunnerGroups: { visible_to_repository: to("attic") },
  listRunners: { name: to("runner-1") },
  searchIssues: {
    q: { value: "repo:acme/widgets is:pr", beside: { q: "repo:acme/widgets" } },
    sort: to("updated", { q: "repo:acme/widgets" }),
    order: to("asc", { q: "repo:acme/widgets", sort: "created" }),
  },
  listImportAuthors: { since: to(1) },
  listStarredRepositories: { sort: to("updated"), direction: to("asc") },
  listRepositoriesStarredByUser: { sort: to("updated"), direction: to("asc") },
  getEnterpriseUsageReport: { day: to(DAY) },
  getUserTeamsUsageReport: { day: to(DAY) },
  getUsersUsageReport: { day: to(DAY) },
  listAppHookDeliveries: { status: to("failure") },
  listOrganizationHookDeliveries: { status: to("failure") },
  listRepositoryHookDeliveries: { status: to("failure") },
  listWorkflowRuns: {
    ...{ actor: to("carol"), branch: to("release"), event: to("schedule"), status: to("failure") },
    ...{
      created: to("<2026-06-10"),
      exclude_pull_requests: to(true),
      check_suite_id: to(1),
      head_sha: to("0".repeat(40)),
    },
  },
  getWorkflowRun: { exclude_pull_requests: to(true) },
  listWorkflowRunJobs: { filter: to("all") },
};

/** What the documents don't say enough of to act upon. */
const WITHOUT_EFFECT: Readonly<Record<string, readonly string[]>> = {
  // Which search answers; every one of them finds the same here.
  searchIssues: ["advanced_search", "search_type"],
};

/** The parameters that lead through a list; of some lists `before` is a filter. */
function leadsThrough(operation: AnyOperation, parameter: string): boolean {
  const { paging } = definitionOf(operation);
  if (paging?.kind === "since") return false;
  if (parameter === "per_page" || parameter === paging?.parameter) return true;
  return parameter === "before" && paging?.parameter === "after";
}

const asked = Object.entries<AnyOperation>(catalogue).flatMap(([name, operation]) => {
  const query = definitionOf(operation).query;
  return query ? [{ name, operation, parameters: Object.keys(query.shape) }] : [];
});

test("every query parameter has a case", () => {
  const missing = asked.flatMap(({ name, operation, parameters }) =>
    parameters
      .filter((parameter) => !leadsThrough(operation, parameter) && !WITHOUT_EFFECT[name]?.includes(parameter))
      .filter((parameter) => CHANGES[name]?.[parameter] === undefined)
      .map((parameter) => `${name} ${parameter}`),
  );
  expect(missing).toEqual([]);
});

describe.each(asked)("$name", ({ name, operation, parameters }) => {
  fullTest.for(Object.entries(CHANGES[name] ?? {}))("%s changes the answer", async ([parameter, change], { at }) => {
    const service = await at(operation);
    const ask = async (fields: Fields) => {
      const answer = await wireCall(service.apiUrl, operation, fields, { token: tokenFor(service, operation) });
      expect(answer.status).toBe(200);
      return answer.text;
    };
    const fields = { ...(await fieldsFor(service, operation)), ...change.beside };
    expect(await ask({ ...fields, [parameter]: change.value })).not.toBe(await ask(fields));
  });

  const pages = parameters.filter((parameter) => leadsThrough(operation, parameter));
  fullTest.runIf(pages.length > 0)("is cut into pages", async ({ at }) => {
    const service = await at(operation);
    const beside = Object.values(CHANGES[name] ?? {})[0]?.beside ?? {};
    const fields = { ...(await fieldsFor(service, operation)), ...beside };
    const ask = (more: Fields) =>
      wireCall(service.apiUrl, operation, { ...fields, ...more }, { token: tokenFor(service, operation) });
    const first = await ask({ per_page: 1 });
    expect(first.text).not.toBe((await ask({ per_page: 2 })).text);
    // The next page is what its link says, and leads back where the list can.
    const { next } = linksOf(first.headers);
    const second = await fetch(next ?? "", {
      headers: { authorization: `Bearer ${tokenFor(service, operation)}` },
    });
    expect(second.status).toBe(200);
    expect(await second.text()).not.toBe(first.text);
    const ways = [...new URL(next ?? "").searchParams.keys()];
    const back = linksOf(second.headers)["prev"];
    if (back !== undefined) ways.push(...new URL(back).searchParams.keys());
    expect(ways).toEqual(expect.arrayContaining(pages));
  });
});

function linksOf(headers: Headers): Record<string, string> {
  const links = (headers.get("link") ?? "").matchAll(/<([^>]*)>; rel="(\w+)"/g);
  return Object.fromEntries(Array.from(links, ([, url = "", rel = ""]) => [rel, url]));
}
