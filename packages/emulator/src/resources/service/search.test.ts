import {
  addIssueFieldValues,
  createReview,
  listIssueFields,
  removeRequestedReviewers,
  searchIssues,
} from "@forgehand/core/operations";
import fc from "fast-check";
import { describe, expect } from "vitest";
import { pickSize } from "../../../../../test/test-size.ts";
import { startEmulator } from "../../emulator.ts";
import type { Emulator } from "../../public.ts";
import { clientFor } from "../../requests.fixture.ts";
import { SEED, sendJson, test, WIDGETS } from "../repository/issues.fixture.ts";

/** Returns the results of a query as `widgets#1`, in order. */
async function find(emulator: Emulator, q: string, reader?: string, parameters: object = {}): Promise<string[]> {
  const { items, total_count } = await clientFor(emulator, reader).call(searchIssues, {
    q,
    per_page: 100,
    ...parameters,
  });
  expect(total_count).toBe(items.length);
  return items.map(({ repository_url, number }) => `${repository_url.split("/").at(-1)}#${number}`);
}

const search = (emulator: Emulator, q: string, token = "bob", extraQuery = "") =>
  sendJson(emulator, `GET /search/issues?q=${encodeURIComponent(q)}${extraQuery}`, token);

const PUBLIC_ISSUES = ["garden#1", "widgets#1", "widgets#2"];
const PUBLIC_PULLS = ["quiet#2", "widgets#6", "widgets#7", "widgets#8", "widgets#9", "widgets#10"];
const GEARS = ["gears#1", "gears#2", "gears#3"];

/** Queries with all results visible to bob, in any order. */
const QUERIES: readonly [query: string, found: readonly string[]][] = [
  ["is:issue", [...PUBLIC_ISSUES, "gears#1", "gears#2"]],
  ["type:pr", [...PUBLIC_PULLS, "gears#3"]],
  ["is:pull-request is:private", ["gears#3"]],
  ["is:private", GEARS],
  ["is:public is:issue", PUBLIC_ISSUES],
  ["is:closed", ["widgets#2", "widgets#9", "widgets#10"]],
  ["state:closed -is:merged", ["widgets#2", "widgets#10"]],
  ["is:merged", ["widgets#9"]],
  ["is:unmerged is:closed", ["widgets#10"]],
  ["is:draft", ["widgets#7"]],
  ["draft:false is:open repo:acme/widgets", ["widgets#6", "widgets#8"]],
  ["is:locked", ["widgets#2"]],
  ["repo:acme/gears", GEARS],
  ["repo:ACME/Gears repo:bob/garden", [...GEARS, "garden#1"]],
  ["repo:acme/gears repo:acme/vault", GEARS],
  ["-repo:acme/widgets -repo:acme/gears is:issue", ["garden#1"]],
  ["user:bob", ["garden#1"]],
  ["user:@me", ["garden#1"]],
  ["org:acme is:issue", ["gears#1", "gears#2", "widgets#1", "widgets#2"]],
  ["org:acme user:bob is:issue", ["gears#1", "gears#2", "widgets#1", "widgets#2", "garden#1"]],
  ["author:mallory", ["widgets#2", "widgets#7", "widgets#8"]],
  ["author:dave author:carol", ["widgets#1", "widgets#9"]],
  ["author:@me is:pr", ["widgets#6", "widgets#10", "gears#3"]],
  ["author:app/helper", []],
  ["-author:mallory repo:acme/widgets is:issue", ["widgets#1"]],
  ["assignee:carol", ["widgets#1"]],
  ["assignee:*", ["widgets#1", "widgets#6"]],
  ["mentions:carol", ["widgets#1"]],
  ["mentions:dave", []],
  ["commenter:erin", ["widgets#1"]],
  ["involves:carol", ["widgets#1", "widgets#9"]],
  ["involves:alice repo:acme/widgets", ["widgets#6"]],
  ["review-requested:erin", ["widgets#7"]],
  ["review-requested:bob", ["widgets#7"]],
  ["user-review-requested:bob", []],
  ["team-review-requested:acme/reviewers", ["widgets#7"]],
  ["team-review-requested:acme/none", []],
  ["reviewed-by:dave", ["widgets#7"]],
  ["review:none repo:acme/widgets", ["widgets#6", "widgets#8", "widgets#10"]],
  ["review:approved", ["widgets#9"]],
  ["review:changes_requested", []],
  ["label:bug", ["widgets#1", "widgets#2"]],
  ["label:BUG label:later", []],
  ["label:bug,later", ["widgets#1", "widgets#2", "widgets#6"]],
  ['label:"help wanted"', ["widgets#1"]],
  ['label:bug -label:later,"help wanted"', ["widgets#2"]],
  ['milestone:"version 1"', ["widgets#1", "widgets#6"]],
  ["-milestone:* is:issue repo:acme/widgets", ["widgets#2"]],
  ["no:label is:open is:public", ["garden#1", "quiet#2", "widgets#7", "widgets#8"]],
  ["no:milestone repo:acme/widgets", ["widgets#2", "widgets#7", "widgets#8", "widgets#9", "widgets#10"]],
  ["no:assignee is:issue", ["garden#1", "gears#1", "gears#2", "widgets#2"]],
  ["-no:assignee", ["widgets#1", "widgets#6"]],
  ['reason:"not planned"', ["widgets#2"]],
  ["head:rou", ["widgets#6", "widgets#10"]],
  ["base:next", ["widgets#10"]],
  ["language:typescript is:issue", ["widgets#1", "widgets#2"]],
  ["created:2026-01-10", ["widgets#1"]],
  ["created:>2026-01-30", ["gears#2", "gears#3"]],
  ["created:>=2026-01-30T10:00:00Z", ["gears#1", "gears#2", "gears#3"]],
  ["created:<=2026-01-03 repo:acme/widgets", ["widgets#2", "widgets#8", "widgets#9"]],
  ["created:2026-01-10..2026-01-14", ["widgets#1", "widgets#6", "widgets#7"]],
  ["updated:2026-01-20..*", ["widgets#1", "widgets#10", "garden#1", "quiet#2", ...GEARS]],
  ["closed:<2026-01-10", ["widgets#9"]],
  ["-closed:<2026-01-10 is:closed", ["widgets#2", "widgets#10"]],
  ["merged:2026-01-05", ["widgets#9"]],
  ["comments:>0", ["widgets#1", "widgets#6"]],
  ["comments:2", ["widgets#1"]],
  ["reactions:3..*", ["widgets#1"]],
  ["interactions:>=5", ["widgets#1"]],
  ["archived:true", []],
  ["linked:pr", []],
  ["no:project repo:bob/garden", ["garden#1"]],
  // Words match anywhere in the text.
  ["corners", ["widgets#1", "widgets#6", "widgets#7"]],
  ["CORNERS sharp", ["widgets#1", "widgets#6"]],
  ["corn", []],
  ['"sharp corners"', ["widgets#6"]],
  ["blunt", ["widgets#1"]],
  ["blunt in:title,body", []],
  ["corners in:title", ["widgets#1", "widgets#6", "widgets#7"]],
  ["scratch in:body", ["widgets#6"]],
  ["corners NOT square", ["widgets#1", "widgets#6"]],
  ["corners -round", ["widgets#1", "widgets#7"]],
  ["corners is:pr is:open author:bob", ["widgets#6"]],
  ["weeds OR grind", ["garden#1", "gears#2"]],
  ["(author:mallory OR label:bug) is:issue", ["widgets#1", "widgets#2"]],
  ["repo:acme/widgets -(is:pr OR is:closed)", ["widgets#1"]],
  ["it:moved", ["gears#1"]],
  ["is:moved repo:acme/gears", []],
  ["created:yesterday", []],
  ["!! corners ??", ["widgets#1", "widgets#6", "widgets#7"]],
];

describe("a query", () => {
  test("returns the results that match its qualifiers and words", async ({ emulator }) => {
    for (const [query, found] of QUERIES) {
      expect((await find(emulator, query, "bob")).toSorted(), query).toEqual(found.toSorted());
    }
  });

  test("returns only results that are visible to the caller", async ({ emulator }) => {
    const all = [...PUBLIC_ISSUES, ...PUBLIC_PULLS];
    const visibleTo = async (reader?: string) => (await find(emulator, "-label:nothing", reader)).toSorted();
    expect(await visibleTo()).toEqual(all.toSorted());
    expect(await visibleTo("mallory")).toEqual(all.toSorted());
    // `bare` can't access private repositories; `reader` can read only issues there, and `puller` only pull requests.
    expect(await visibleTo("bare")).toEqual(all.toSorted());
    expect(await visibleTo("reader")).toEqual([...all, "gears#1", "gears#2"].toSorted());
    expect(await visibleTo("puller")).toEqual([...all, "gears#3"].toSorted());
    expect(await visibleTo("bob")).toEqual([...all, ...GEARS].toSorted());
    expect(await visibleTo("alice")).toEqual([...all, ...GEARS, "vault#1"].toSorted());
    expect(await visibleTo("installation")).toEqual([...all, ...GEARS, "vault#1"].toSorted());
    expect(await visibleTo("job")).toEqual(all.toSorted());
  });

  test.for<[query: string, message: string]>([
    ["", "None of the search qualifiers apply"],
    ["  ", "None of the search qualifiers apply"],
    ["repo:acme/none", "cannot be searched"],
    ["repo:acme/vault", "cannot be searched"],
    ["corners repo:acme", "cannot be searched"],
    ["user:unknown-user", "cannot be searched"],
    ["author:unknown-user", "listed users cannot be searched"],
    ["-assignee:unknown-user", "listed users cannot be searched"],
    ["a OR b OR c OR d OR e OR f OR g", "More than 5"],
    ["long ".repeat(70), "longer than 256"],
  ])("is rejected if invalid: %s", async ([query, message], { emulator }) => {
    const response = await search(emulator, query);
    const errors = [expect.objectContaining({ field: "q", message: expect.stringContaining(message) })];
    expect(response).toMatchObject({ status: 422, body: { errors } });
  });

  test("is rejected if it is long or deeply nested", async ({ emulator }) => {
    const statuses: number[] = [];
    for (const [length, texts] of [
      [6000, ["(", "-", "-(", "NOT ", "a:"]],
      [3900, ["(", "-"]],
    ] as const) {
      for (const text of texts) {
        const { status } = await search(emulator, `${text.repeat(length / text.length)}label:bug`);
        statuses.push(status);
      }
    }
    expect(statuses).toEqual([422, 422, 422, 422, 422, 200, 200]);
  });

  test("is required, with a known sort order, user and token", async ({ emulator }) => {
    expect((await sendJson(emulator, "GET /search/issues", "bob")).status).toBe(422);
    expect((await search(emulator, "corners", "bob", "&sort=age")).status).toBe(422);
    expect((await search(emulator, "author:@me", "installation")).status).toBe(422);
    expect((await search(emulator, "corners", "unknown-token")).status).toBe(401);
  });
});

describe("a result", () => {
  test("is a complete issue", async ({ emulator }) => {
    const { items, ...rest } = await clientFor(emulator).call(searchIssues, { q: "scratch in:title" });
    expect(rest).toEqual({ total_count: 1, incomplete_results: false, search_type: "lexical" });
    const [found] = items;
    const url = `${emulator.apiUrl}/repos/acme/widgets/issues/1`;
    expect(found).toMatchObject({
      url,
      html_url: `${emulator.webUrl}/acme/widgets/issues/1`,
      number: 1,
      state: "open",
      state_reason: null,
      title: "Corners scratch",
      user: { login: "dave" },
      author_association: "COLLABORATOR",
      comments: 2,
      labels: [
        { name: "bug", default: true },
        { name: "help wanted", description: "Anyone can" },
      ],
      assignees: [{ login: "carol" }, { login: "bob" }],
      milestone: { title: "Version 1", due_on: "2026-03-04T12:00:00Z" },
      reactions: { url: `${url}/reactions`, total_count: 3, "+1": 2, heart: 1, eyes: 0 },
      issue_field_values: [{ data_type: "text" }, {}, {}, {}],
      locked: false,
      active_lock_reason: null,
      closed_at: null,
    });
    expect(found).not.toHaveProperty("pull_request");
    const locked = (await clientFor(emulator).call(searchIssues, { q: "fade" })).items;
    expect(locked).toMatchObject([
      {
        locked: true,
        active_lock_reason: "too heated",
        state_reason: "not_planned",
        closed_at: "2026-01-15T10:00:00Z",
      },
    ]);
  });

  test("is marked if it is a pull request", async ({ emulator }) => {
    const { items } = await clientFor(emulator).call(searchIssues, { q: "begin is:pr" });
    const htmlUrl = `${emulator.webUrl}/acme/widgets/pull/9`;
    expect(items).toMatchObject([
      {
        number: 9,
        draft: false,
        html_url: htmlUrl,
        author_association: "MEMBER",
        pull_request: { html_url: htmlUrl, diff_url: `${htmlUrl}.diff`, merged_at: "2026-01-05T10:00:00Z" },
      },
    ]);
  });

  test("reflects changes", async ({ emulator }) => {
    const pull = { ...WIDGETS, pull_number: 7 };
    await clientFor(emulator, "erin").call(createReview, { ...pull, event: "REQUEST_CHANGES", body: "Rounder" });
    expect(await find(emulator, "review-requested:erin")).toEqual([]);
    expect(await find(emulator, "review:changes_requested")).toEqual(["widgets#7"]);
    await clientFor(emulator, "carol").call(createReview, { ...pull, event: "APPROVE" });
    expect(await find(emulator, "review:approved")).toEqual(["widgets#9"]);
    await clientFor(emulator, "erin").call(createReview, { ...pull, event: "APPROVE" });
    expect((await find(emulator, "review:approved")).toSorted()).toEqual(["widgets#7", "widgets#9"]);
    // A comment review does not replace an approval, and pending reviews are not searchable.
    await clientFor(emulator, "erin").call(createReview, { ...pull, event: "COMMENT", body: "Well" });
    await clientFor(emulator, "bob").call(createReview, pull);
    expect((await find(emulator, "review:approved")).toSorted()).toEqual(["widgets#7", "widgets#9"]);
    expect(await find(emulator, "reviewed-by:bob")).toEqual(["widgets#9"]);
    await clientFor(emulator, "bob").call(removeRequestedReviewers, {
      ...pull,
      reviewers: [],
      team_reviewers: ["reviewers"],
    });
    expect(await find(emulator, "is:pr updated:2026-02-02")).toEqual(["widgets#7"]);
    const [note] = await clientFor(emulator, "alice").call(listIssueFields, { org: "acme" });
    const issue_field_values = [{ field_id: note?.id ?? 0, value: "new" }];
    await clientFor(emulator, "bob").call(addIssueFieldValues, { ...WIDGETS, issue_number: 2, issue_field_values });
    expect(await find(emulator, "is:issue updated:2026-02-02")).toEqual(["widgets#2"]);
  });

  test("is sorted by relevance or as requested", async ({ emulator }) => {
    const { call } = clientFor(emulator, "bob");
    const { items } = await call(searchIssues, { q: "corners scratch" });
    const scores = items.map(({ score }) => score);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    expect(new Set(scores).size).toBeGreaterThan(1);
    expect((await call(searchIssues, { q: "is:issue" })).items.map(({ score }) => score)).toEqual([1, 1, 1, 1, 1]);
    const sorted = (parameters: object, q = "repo:acme/widgets is:issue") => find(emulator, q, "bob", parameters);
    expect(await sorted({})).toEqual(["widgets#1", "widgets#2"]);
    expect(await sorted({ order: "asc" })).toEqual(["widgets#2", "widgets#1"]);
    expect(await sorted({ sort: "created", order: "asc" })).toEqual(["widgets#2", "widgets#1"]);
    for (const sort of ["comments", "reactions", "reactions-+1", "reactions-heart", "interactions", "updated"]) {
      expect(await sorted({ sort }), sort).toEqual(["widgets#1", "widgets#2"]);
      expect(await sorted({ sort, order: "asc" }), sort).toEqual(["widgets#2", "widgets#1"]);
    }
    expect(await sorted({}, "repo:acme/gears sort:created-asc")).toEqual(GEARS);
    expect(await sorted({}, "repo:acme/gears sort:created")).toEqual(GEARS.toReversed());
    expect(await sorted({ sort: "created" }, "repo:acme/gears sort:created-asc")).toEqual(GEARS.toReversed());
  });

  test("explains the fallback to lexical search", async ({ emulator }) => {
    const fallbackReason = async (q: string) =>
      (await clientFor(emulator).call(searchIssues, { q, search_type: "semantic" })).lexical_fallback_reason;
    expect(await fallbackReason("is:issue")).toEqual(["no_text_terms"]);
    expect(await fallbackReason('"sharp corners"')).toEqual(["quoted_text"]);
    expect(await fallbackReason("sharp OR blunt")).toEqual(["or_boolean_not_supported"]);
    expect(await fallbackReason("sharp")).toEqual(["service_unavailable"]);
  });

  test("has neutral names in the neutral dialect", async () => {
    const emulator = await startEmulator({ seed: SEED, dialect: "svc" });
    const { items } = await clientFor(emulator, "bob", "svc").call(searchIssues, { q: "weeds" });
    expect(items).toMatchObject([{ title: "Weeds" }]);
    await emulator.stop();
  });
});

describe("a search", () => {
  test("returns up to 1,000 results and counts all", async () => {
    const issues = Array.from({ length: 1010 }, (_, index) => ({
      number: index + 1,
      title: `Leaf ${index + 1}`,
      author: "bob",
    }));
    const seed = {
      users: { bob: {} },
      repositories: { "bob/tree": { issues } },
      tokens: { bob: { kind: "classic", user: "bob" } },
    };
    const emulator = await startEmulator({ seed });
    const tenth = await search(emulator, "leaf", "bob", "&per_page=100&page=10&sort=created");
    expect(tenth.body).toMatchObject({ total_count: 1010 });
    expect(JSON.parse(JSON.stringify(tenth.body)).items).toHaveLength(100);
    expect(tenth.headers.get("link")).not.toContain('rel="next"');
    const last = await search(emulator, "leaf", "bob", "&per_page=30&page=34");
    expect(JSON.parse(JSON.stringify(last.body)).items).toHaveLength(10);
    for (const pageQuery of ["&per_page=100&page=11", "&page=35", "&per_page=1&page=1001"]) {
      const response = await search(emulator, "leaf", "bob", pageQuery);
      expect(response).toMatchObject({ status: 422, body: { message: expect.stringContaining("first 1000") } });
    }
    let count = 0;
    for await (const _ of clientFor(emulator, "bob").items(searchIssues, { q: "leaf", per_page: 100 })) count++;
    expect(count).toBe(1000);
    await emulator.stop();
  });

  test("returns each result once across pages", async ({ emulator }) => {
    const all = await find(emulator, "repo:acme/widgets", "bob");
    const pages = await Promise.all(
      [1, 2, 3, 4].map((page) =>
        clientFor(emulator, "bob").call(searchIssues, { q: "repo:acme/widgets", per_page: 2, page }),
      ),
    );
    expect(pages.flatMap(({ items }) => items.map(({ number }) => `widgets#${number}`))).toEqual(all);
    expect(pages.map(({ total_count }) => total_count)).toEqual([7, 7, 7, 7]);
  });

  /** Returns the kind of a single-qualifier query, if qualifiers of that kind are combined with OR. */
  const kindOf = (query: string): string | undefined => {
    const [, name = ""] = /^(repo|org|user|author|involves|commenter|mentions|assignee):\S+$/.exec(query) ?? [];
    return ["repo", "org", "user"].includes(name) ? "place" : name || undefined;
  };

  test("for a condition and its negation partitions the results", async ({ emulator }) => {
    const everything = (await find(emulator, "-label:nothing", "bob")).toSorted();
    const simple = QUERIES.map(([query]) => query).filter((query) => !/ in:|sort:|repo:acme\/vault/.test(query));
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...simple), fc.constantFrom(...simple), async (first, second) => {
        const found = async (query: string) => new Set(await find(emulator, query, "bob"));
        const [firstResults, negatedResults, secondResults, bothResults, eitherResults] = await Promise.all(
          [first, `-(${first})`, second, `(${first}) (${second})`, `(${first}) OR (${second})`].map(found),
        );
        expect([...(firstResults ?? []), ...(negatedResults ?? [])].toSorted()).toEqual(everything);
        // Qualifiers of the same kind, such as two repositories or two authors, are combined with OR.
        const expectedBoth =
          kindOf(first) !== undefined && kindOf(first) === kindOf(second)
            ? eitherResults
            : firstResults?.intersection(secondResults ?? new Set());
        expect(bothResults).toEqual(expectedBoth);
        expect(eitherResults).toEqual(firstResults?.union(secondResults ?? new Set()));
      }),
      { numRuns: pickSize(12, 40) },
    );
  });

  test("accepts any text", async ({ emulator }) => {
    const pieces = [
      "(",
      ")",
      "-",
      '"',
      " ",
      ":",
      "is:",
      "repo:acme/widgets",
      "label:bug",
      "OR ",
      "NOT ",
      "*",
      "ü",
      "'",
      "%",
    ];
    const queryText = fc.string({ unit: fc.constantFrom(...pieces), minLength: 1, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(fc.oneof(queryText, fc.string({ minLength: 1, maxLength: 20 })), async (q) => {
        expect([200, 422]).toContain((await search(emulator, q)).status);
      }),
      { numRuns: pickSize(25, 100) },
    );
  });
});
