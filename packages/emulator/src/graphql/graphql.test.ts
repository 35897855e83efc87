import { createPullRequest } from "@forgehand/core/operations";
import { describe, expect } from "vitest";
import * as z from "zod/mini";
import type { Emulator } from "../public.ts";
import { requestJson, sendRequest } from "../requests.fixture.ts";
import { test as demoTest, emulatorTest } from "../vitest.ts";

type GraphqlTarget = Pick<Emulator, "apiUrl" | "webUrl" | "tokens">;

const ErrorList = z.array(z.looseObject({ message: z.string(), type: z.optional(z.string()) }));
const Result = z.object({
  data: z.optional(z.nullable(z.looseObject({}))),
  errors: z._default(ErrorList, []),
});

/** Sends a query as a user, alice by default. */
async function query(
  emulator: GraphqlTarget,
  text: string,
  variables: Readonly<Record<string, unknown>> = {},
  user = "alice",
) {
  const call = `POST ${emulator.webUrl}/api/graphql`;
  const { status, body, headers } = await requestJson(emulator, call, { query: text, variables }, user);
  const { data, errors } = z.parse(Result, body);
  return { status, data, errors: errors.map(({ type, message }) => [type, message]), headers };
}

const VIEWER = "query UserCurrent{viewer{login}}";
const inWidgets = (selection: string) => `query { repository(owner: "acme", name: "widgets") { ${selection} } }`;

describe("the endpoint", () => {
  demoTest("tells who the user is", async ({ emulator }) => {
    for (const path of ["/graphql", "/api/graphql", "/api/v3/graphql"]) {
      const { status, body } = await requestJson(emulator, `POST ${emulator.webUrl}${path}`, { query: VIEWER }, "bob");
      expect([status, body]).toEqual([200, { data: { viewer: { login: "bob" } } }]);
    }
    const { data, errors } = await query(emulator, VIEWER, {}, "acme-installation");
    expect([data, errors]).toEqual([null, [["FORBIDDEN", "Resource not accessible by integration"]]]);
  });

  demoTest("requires authentication, and a query", async ({ emulator }) => {
    const init = { body: JSON.stringify({ query: VIEWER }) };
    expect((await sendRequest(emulator, `POST ${emulator.webUrl}/graphql`, undefined, init)).status).toBe(401);
    const target = `POST ${emulator.webUrl}/graphql`;
    expect((await requestJson(emulator, target, { query: VIEWER }, "ghp_unknown")).status).toBe(401);
    expect((await requestJson(emulator, "POST /graphql", { text: VIEWER })).status).toBe(422);
  });

  emulatorTest({ limits: "published" })("counts towards the limit for GraphQL", async ({ emulator }) => {
    const { headers } = await query(emulator, VIEWER);
    expect([headers.get("x-ratelimit-resource"), headers.get("x-ratelimit-used")]).toEqual(["graphql", "1"]);
  });

  demoTest("reports syntax errors, wrong variables and unknown operations", async ({ emulator }) => {
    const errorOf = async (text: string, variables = {}) => (await query(emulator, text, variables)).errors[0]?.[1];
    expect(await errorOf("query { viewer { ")).toContain("Syntax Error");
    expect(await errorOf("query ($n: Int!) { viewer { login } }")).toContain("$n");
    expect(await errorOf("query ($owner: String!) { repository(owner: $owner, name: 3) { id } }")).toContain("String");
    expect(await errorOf(`{ ${"viewer { login } ".repeat(20_000)} }`)).toContain("tokens");
  });
});

describe("what the schema lacks", () => {
  emulatorTest({ strict: false }).for([
    ["{ viewer { login sponsorsListing { id } } }", "Field 'sponsorsListing' doesn't exist on type 'User'"],
    [inWidgets("projectsV2(first: 1) { nodes { id } }"), "Field 'projectsV2' doesn't exist on type 'Repository'"],
    ["mutation { deleteRef(input: {}) { clientMutationId } }", "Field 'deleteRef' doesn't exist on type 'Mutation'"],
    [inWidgets('issues(first: 1, query: "x") { totalCount }'), "doesn't accept the argument 'query'"],
  ])("is refused by name: %s", async ([text = "", message = ""], { emulator }) => {
    const { status, errors, headers } = await query(emulator, text);
    expect([status, headers.get("x-emulator")]).toEqual([200, "not-emulated"]);
    expect(errors).toEqual([[undefined, expect.stringContaining(message)]]);
    expect(emulator.control.calls()).toMatchObject([{ operation: "POST /graphql", isNotEmulated: true }]);
  });

  demoTest("can be asked for, as gh does", async ({ emulator }) => {
    const text =
      'query PullRequest_fields { PullRequest: __type(name: "PullRequest") { fields(includeDeprecated: true) { name } } }';
    const { data } = await query(emulator, text);
    expect(data).toMatchObject({ PullRequest: { fields: expect.arrayContaining([{ name: "isInMergeQueue" }]) } });
  });
});

describe("repositories", () => {
  demoTest("are found by name if they are visible", async ({ emulator }) => {
    const text = `query MapRepositoryNames {
      repo_000: repository(owner: "acme", name: "widgets") { databaseId }
      repo_001: repository(owner: "Acme", name: "gears") { databaseId }
    }`;
    expect(await query(emulator, text)).toMatchObject({
      data: { repo_000: { databaseId: 1 }, repo_001: { databaseId: 2 } },
      errors: [],
    });
    const message = "Could not resolve to a Repository with the name 'Acme/gears'.";
    expect(await query(emulator, text, {}, "mallory")).toMatchObject({
      data: { repo_000: { databaseId: 1 }, repo_001: null },
      errors: [["NOT_FOUND", message]],
    });
  });

  demoTest("are not found by a global id that the caller can't see", async ({ emulator }) => {
    const { data } = await query(emulator, '{ repository(owner: "acme", name: "gears") { id } }');
    const { id } = z.parse(z.object({ repository: z.object({ id: z.string() }) }), data).repository;
    const node = "query ($id: ID!) { node(id: $id) { id ... on Repository { name } } }";
    expect((await query(emulator, node, { id })).data).toEqual({ node: { id, name: "gears" } });
    for (const [user, missing] of [
      ["mallory", id],
      ["alice", "bm90aGluZw"],
      ["alice", "VXNlcjo5OTk5"],
    ] as const) {
      const { data: none, errors } = await query(emulator, node, { id: missing }, user);
      expect([none, errors]).toEqual([
        { node: null },
        [["NOT_FOUND", `Could not resolve to a node with the global id of '${missing}'`]],
      ]);
    }
  });
});

describe("lists", () => {
  const test = emulatorTest({ seed: "full" });
  const Numbers = z.object({
    repository: z.object({
      issues: z.object({
        totalCount: z.int(),
        nodes: z.array(z.object({ number: z.int() })),
        pageInfo: z.object({
          hasNextPage: z.boolean(),
          hasPreviousPage: z.boolean(),
          startCursor: z.nullable(z.string()),
          endCursor: z.nullable(z.string()),
        }),
      }),
    }),
  });
  const PAGE = "totalCount nodes { number } pageInfo { hasNextPage hasPreviousPage startCursor endCursor }";

  async function issuesBy(emulator: Emulator, args: string) {
    const { data, errors } = await query(emulator, inWidgets(`issues(${args}) { ${PAGE} }`));
    expect(errors).toEqual([]);
    const { issues } = z.parse(Numbers, data).repository;
    return { ...issues, numbers: issues.nodes.map(({ number }) => number) };
  }

  test("are read in pages, forwards and backwards", async ({ emulator }) => {
    const all = await issuesBy(emulator, "first: 100, states: [OPEN, CLOSED]");
    expect(all.numbers.length).toBe(all.totalCount);
    expect(all.totalCount).toBeGreaterThan(2);
    const read = async (direction: "first" | "last", position: "after" | "before") => {
      const numbers: number[] = [];
      for (let cursor: string | null = "", more = true; more; ) {
        const at: string = cursor ? `, ${position}: "${cursor}"` : "";
        const page = await issuesBy(emulator, `${direction}: 2, states: [OPEN, CLOSED]${at}`);
        if (direction === "first") numbers.push(...page.numbers);
        else numbers.unshift(...page.numbers);
        cursor = direction === "first" ? page.pageInfo.endCursor : page.pageInfo.startCursor;
        more = direction === "first" ? page.pageInfo.hasNextPage : page.pageInfo.hasPreviousPage;
      }
      return numbers;
    };
    expect(await read("first", "after")).toEqual(all.numbers);
    expect(await read("last", "before")).toEqual(all.numbers);
  });

  test("can be filtered and sorted", async ({ emulator }) => {
    const order = "orderBy: {field: CREATED_AT, direction: DESC}";
    const oldestFirst = await issuesBy(emulator, "first: 100");
    expect((await issuesBy(emulator, `first: 100, ${order}`)).numbers).toEqual(oldestFirst.numbers.toReversed());
    const bugs = await issuesBy(emulator, 'first: 100, labels: ["bug"]');
    expect(bugs.totalCount).toBeGreaterThan(0);
    expect(bugs.totalCount).toBeLessThan(oldestFirst.totalCount);
    for (const filter of [
      'assignee: "bob"',
      'createdBy: "carol"',
      'mentioned: "bob"',
      'milestoneNumber: "1"',
      'since: "2100-01-01T00:00:00Z"',
      'labels: ["bug"]',
      "states: [CLOSED]",
    ]) {
      const { totalCount } = await issuesBy(emulator, `first: 100, filterBy: {${filter}}`);
      expect([filter, totalCount < oldestFirst.totalCount]).toEqual([filter, true]);
    }
  });

  test("need a page of a valid size", async ({ emulator }) => {
    const errorOf = async (args: string) => (await query(emulator, inWidgets(`issues${args} { nodes { id } }`))).errors;
    expect(await errorOf("")).toMatchObject([["MISSING_PAGINATION_BOUNDARIES", expect.stringContaining("`issues`")]]);
    expect(await errorOf("(first: 101)")).toMatchObject([["EXCESSIVE_PAGINATION", expect.stringContaining("100")]]);
    expect(await errorOf("(last: -1)")).toMatchObject([["EXCESSIVE_PAGINATION", expect.stringContaining("`last`")]]);
    expect(await errorOf('(first: 1, after: "x")')).toMatchObject([["INVALID_CURSOR_ARGUMENTS", expect.anything()]]);
    const counted = await query(emulator, inWidgets("issues { totalCount } watchers { totalCount }"));
    expect(counted.errors).toEqual([]);
  });

  test("of a search have issues and pull requests", async ({ emulator }) => {
    const search = (q: string, type = "ISSUE") =>
      query(emulator, `{ search(query: "${q}", type: ${type}, first: 5) { issueCount nodes { __typename } } }`);
    const { data } = await search("repo:acme/widgets is:pr");
    expect(data).toMatchObject({ search: { nodes: expect.arrayContaining([{ __typename: "PullRequest" }]) } });
    expect((await search("repo:acme/nothing")).data).toEqual({ search: { issueCount: 0, nodes: [] } });
    expect((await search("widgets", "REPOSITORY")).errors).toMatchObject([
      ["UNPROCESSABLE", expect.stringContaining("not for REPOSITORY")],
    ]);
  });
});

describe("mutations", () => {
  const test = emulatorTest({ seed: "full" });
  const Ids = z.object({
    repository: z.object({
      id: z.string(),
      issue: z.object({ id: z.string() }),
      pullRequest: z.object({ id: z.string(), headRefOid: z.string() }),
      label: z.object({ id: z.string() }),
      milestone: z.object({ id: z.string() }),
    }),
    user: z.object({ id: z.string() }),
  });

  async function idsOf(emulator: Emulator) {
    const text = `{ user(login: "bob") { id } repository(owner: "acme", name: "widgets") {
      id issue(number: 2) { id } pullRequest(number: 1) { id headRefOid } label(name: "bug") { id } milestone(number: 1) { id }
    } }`;
    const { user, repository } = z.parse(Ids, (await query(emulator, text)).data);
    return { ...repository, user };
  }

  test("create an issue and a comment, with their events", async ({ emulator }) => {
    const { id, label, milestone, user, issue } = await idsOf(emulator);
    const create = `mutation ($input: CreateIssueInput!) { createIssue(input: $input) {
      clientMutationId issue { title body author { login } labels(first: 5) { nodes { name } } milestone { number }
        assignees(first: 5) { nodes { login } } }
    } }`;
    const input = { repositoryId: id, title: "New", body: "Text", clientMutationId: "7" };
    const metadata = { labelIds: [label.id], milestoneId: milestone.id, assigneeIds: [user.id] };
    expect((await query(emulator, create, { input: { ...input, ...metadata } })).data).toEqual({
      createIssue: {
        clientMutationId: "7",
        issue: {
          title: "New",
          body: "Text",
          author: { login: "alice" },
          labels: { nodes: [{ name: "bug" }] },
          milestone: { number: 1 },
          assignees: { nodes: [{ login: "bob" }] },
        },
      },
    });
    expect(emulator.control.events()).toContainEqual(expect.objectContaining({ event: "issues", action: "opened" }));

    const comment = `mutation ($input: AddCommentInput!) { addComment(input: $input) {
      subject { id } commentEdge { node { body url viewerDidAuthor } } } }`;
    const added = await query(emulator, comment, { input: { subjectId: issue.id, body: "Hello" } }, "bob");
    expect(added.data).toEqual({
      addComment: {
        subject: { id: issue.id },
        commentEdge: {
          node: {
            body: "Hello",
            url: expect.stringContaining("/acme/widgets/issues/2#issuecomment-"),
            viewerDidAuthor: true,
          },
        },
      },
    });
  });

  test("need the permissions of the operations that they run", async ({ emulator }) => {
    const { pullRequest } = await idsOf(emulator);
    const merge = "mutation ($input: MergePullRequestInput!) { mergePullRequest(input: $input) { clientMutationId } }";
    const input = { pullRequestId: pullRequest.id };
    const denied = await query(emulator, merge, { input }, "mallory");
    expect(denied).toMatchObject({ data: { mergePullRequest: null }, errors: [["FORBIDDEN", expect.anything()]] });
    const moved = await query(emulator, merge, { input: { ...input, expectedHeadOid: "0".repeat(40) } });
    expect(moved.errors).toMatchObject([["UNPROCESSABLE", expect.stringContaining("Head branch was modified")]]);
  });

  test("open, change and merge a pull request", async ({ emulator }) => {
    const { id, label, user } = await idsOf(emulator);
    const create = `mutation ($input: CreatePullRequestInput!) { createPullRequest(input: $input) {
      pullRequest { id number state isDraft headRefName } } }`;
    const wrong = { repositoryId: id, title: "T", baseRefName: "main", headRefName: "nowhere" };
    expect((await query(emulator, create, { input: wrong })).errors).toMatchObject([
      ["UNPROCESSABLE", expect.anything()],
    ]);
    expect(createPullRequest.route).toBe("POST /repos/{owner}/{repo}/pulls");

    const { data } = await query(emulator, inWidgets("pullRequest(number: 1) { id }"));
    const pull = z.parse(z.object({ repository: z.object({ pullRequest: z.object({ id: z.string() }) }) }), data);
    const pullRequestId = pull.repository.pullRequest.id;
    const update = `mutation ($input: UpdatePullRequestInput!) { updatePullRequest(input: $input) {
      pullRequest { title labels(first: 9) { nodes { name } } assignees(first: 9) { nodes { login } } } } }`;
    const changes = { pullRequestId, title: "Rounder", labelIds: [label.id], assigneeIds: [user.id] };
    expect((await query(emulator, update, { input: changes })).data).toEqual({
      updatePullRequest: {
        pullRequest: {
          title: "Rounder",
          labels: { nodes: [{ name: "bug" }] },
          assignees: { nodes: [{ login: "bob" }] },
        },
      },
    });
    const request = `mutation ($input: RequestReviewsInput!) { requestReviews(input: $input) {
      pullRequest { reviewRequests(first: 9) { nodes { requestedReviewer { ... on User { login } ... on Team { slug } } } } } } }`;
    const carol = await query(emulator, '{ user(login: "carol") { id } }');
    const { user: reviewer } = z.parse(z.object({ user: z.object({ id: z.string() }) }), carol.data);
    const only = { pullRequestId, userIds: [reviewer.id], teamIds: [], union: false };
    expect((await query(emulator, request, { input: only })).data).toEqual({
      requestReviews: { pullRequest: { reviewRequests: { nodes: [{ requestedReviewer: { login: "carol" } }] } } },
    });
    const merge = `mutation ($input: MergePullRequestInput!) { mergePullRequest(input: $input) {
      pullRequest { state mergedBy { login } mergeCommit { messageHeadline messageBody } } } }`;
    const how = { pullRequestId, mergeMethod: "SQUASH", commitHeadline: "Corners", commitBody: "All of them." };
    expect(await query(emulator, merge, { input: how })).toMatchObject({
      errors: [],
      data: {
        mergePullRequest: {
          pullRequest: {
            state: "MERGED",
            mergedBy: { login: "alice" },
            mergeCommit: { messageHeadline: "Corners", messageBody: "All of them." },
          },
        },
      },
    });
  });
});
