import { describe, expect, test } from "vitest";
import { createClient } from "../client.ts";
import { outcomeOf } from "../service.fixture.ts";
import { paceOfRoute, readCallPace } from "./route-pace.ts";

// Routes that notify users, as published by @octokit/plugin-throttling 11.0.5 (MIT).
const NOTIFYING = [
  "POST /orgs/{org}/invitations",
  "POST /orgs/{org}/teams/{team_slug}/discussions",
  "POST /orgs/{org}/teams/{team_slug}/discussions/{discussion_number}/comments",
  "PUT /repos/{owner}/{repo}/collaborators/{username}",
  "POST /repos/{owner}/{repo}/commits/{commit_sha}/comments",
  "POST /repos/{owner}/{repo}/issues",
  "POST /repos/{owner}/{repo}/issues/{issue_number}/comments",
  "POST /repos/{owner}/{repo}/pulls",
  "POST /repos/{owner}/{repo}/pulls/{pull_number}/comments",
  "POST /repos/{owner}/{repo}/pulls/{pull_number}/comments/{comment_id}/replies",
  "PUT /repos/{owner}/{repo}/pulls/{pull_number}/merge",
  "POST /repos/{owner}/{repo}/pulls/{pull_number}/requested_reviewers",
  "POST /repos/{owner}/{repo}/pulls/{pull_number}/reviews",
  "POST /repos/{owner}/{repo}/releases",
  "POST /teams/{team_id}/discussions",
  "POST /repos/acme/widgets/issues?x=1",
];

const OTHER = [
  "GET /repos/{owner}/{repo}/issues",
  "PATCH /repos/{owner}/{repo}/issues/{issue_number}",
  "DELETE /repos/{owner}/{repo}/pulls/{pull_number}/requested_reviewers",
  "POST /repos/{owner}/{repo}/labels",
  "POST /repos/{owner}/{repo}/issues/{issue_number}/labels",
  "PUT /repos/{owner}/{repo}/topics",
  "POST /user/repos",
];

const paceFor = (route: string) => {
  const [method = "", path = ""] = route.split(" ");
  return paceOfRoute(method, path);
};

describe("a route outside the contract", () => {
  test.each(NOTIFYING)("creates content: %s", (route) => {
    expect(paceFor(route).createsContent).toBe(true);
  });

  test.each(OTHER)("does not create content: %s", (route) => {
    expect(paceFor(route).createsContent).toBe(false);
  });

  test.each([
    ["GET /search/issues", "search"],
    ["GET /search/code", "code_search"],
    ["POST /graphql", "graphql"],
    ["GET /repos/{owner}/search", undefined],
  ])("%s counts toward the primary limit %s", (route, resource) => {
    expect(paceFor(route).resource).toBe(resource);
  });
});

test.each([
  ["pace", "content"],
  ["pace", null],
  ["pace.createContent", { createContent: true }],
  ["pace.createsContent", { createsContent: 1 }],
  ["pace.cost", { cost: -1 }],
  ["pace.cost", { cost: Number.NaN }],
  ["pace.serial", { serial: "owner" }],
  ["pace.resource", { resource: "" }],
])("rejects an invalid option: %s of %o", async (field, pace) => {
  const { request } = createClient({ baseUrl: "https://forge.test", fetch: () => Promise.reject(new Error("sent")) });
  // @ts-expect-error
  expect(await outcomeOf(request("POST /things", {}, { pace }))).toMatchObject({ name: "InputError", field });
});

test("omitted fields of the option follow from the route", () => {
  expect(readCallPace({ cost: 2, resource: undefined })).toEqual({ cost: 2 });
});
