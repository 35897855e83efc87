import { listOrganizationAdvisories, listRepositoryAdvisories } from "@forgehand/core/operations";
import fc from "fast-check";
import { describe, expect } from "vitest";
import { pickSize } from "../../../../../test/test-size.ts";
import { startEmulator } from "../../emulator.ts";
import type { Emulator } from "../../public.ts";
import { clientFor, sendRequest } from "../../requests.fixture.ts";
import { test as base, emulatorTest } from "../../vitest.ts";

const advisoryPermissions = { repository_advisories: "write" };

const seed = {
  users: { alice: {}, bob: {}, carol: {}, dave: {}, sam: {}, mallory: {} },
  organizations: {
    acme: {
      members: { alice: "owner", bob: "member", carol: "member", sam: "member" },
      security_managers: ["sam"],
      teams: { menders: { members: ["carol"] } },
    },
    globex: { members: { mallory: "owner" } },
  },
  repositories: {
    "acme/widgets": {
      collaborators: { bob: "push" },
      advisories: [
        { summary: "one", state: "published", severity: "high", author: "alice", created: "-9d", published: "-2d" },
        { summary: "two", state: "draft", users: ["bob"], created: "-8d", updated: "-1h" },
        { summary: "three", state: "triage", author: "dave", created: "-7d" },
        { summary: "four", state: "closed", teams: ["menders"], created: "-6d", closed: "-5d" },
        { summary: "five", state: "published", author: "alice", created: "-5d", published: "-4d" },
        { summary: "six", state: "withdrawn", created: "-4d", published: "-3d", withdrawn: "-1d" },
      ],
    },
    "acme/gears": {
      private: true,
      advisories: [
        { summary: "seven", state: "published", created: "-3d" },
        { summary: "eight", created: "-2d" },
      ],
    },
    "globex/things": { advisories: [{ summary: "foreign", state: "published", created: "-1d" }] },
  },
  apps: { guard: { owner: "acme", installations: { acme: { repositories: ["acme/gears"] } } } },
  tokens: {
    alice: { kind: "classic", user: "alice", scopes: ["repo"] },
    "alice-public": { kind: "classic", user: "alice", scopes: ["public_repo"] },
    "alice-advisories": { kind: "classic", user: "alice", scopes: ["repository_advisories:write"] },
    bob: { kind: "classic", user: "bob", scopes: ["repo"] },
    carol: { kind: "classic", user: "carol", scopes: ["repo"] },
    dave: { kind: "classic", user: "dave", scopes: ["repo"] },
    sam: { kind: "classic", user: "sam", scopes: ["repo"] },
    mallory: { kind: "classic", user: "mallory", scopes: ["repo"] },
    fine: { kind: "fine-grained", user: "alice", permissions: advisoryPermissions },
    narrow: {
      kind: "fine-grained",
      user: "alice",
      permissions: advisoryPermissions,
      owner: "acme",
      repositories: ["acme/gears"],
    },
    "bob-elsewhere": { kind: "fine-grained", user: "bob", permissions: advisoryPermissions, owner: "bob" },
    elsewhere: { kind: "fine-grained", user: "alice", permissions: advisoryPermissions, owner: "alice" },
    installation: { kind: "installation", app: "guard", account: "acme", permissions: advisoryPermissions },
  },
};

const test = emulatorTest({ seed });

const WIDGETS = "/repos/acme/widgets/security-advisories";
const ORGANIZATION = "/orgs/acme/security-advisories";

async function summaries(emulator: Emulator, path: string, token?: string) {
  const { status, body } = await sendRequest(emulator, `GET ${path}`, token);
  return status === 200 ? summariesIn(body) : status;
}

function summariesIn(body: unknown): string[] {
  return Array.isArray(body) ? body.map((advisory) => String(Object(advisory).summary)) : [];
}

describe("order and filters", () => {
  test.for([
    ["", "six five four three two one"],
    ["direction=asc", "one two three four five six"],
    ["sort=updated", "two six one five four three"],
    ["sort=published", "one six five four three two"],
    ["sort=published&direction=asc", "two three four five six one"],
    ["state=published", "five one"],
    ["state=draft", "two"],
    ["state=triage", "three"],
    ["state=closed&sort=updated", "four"],
  ] as const)('lists advisories for the query "%s"', async ([query, expected], { emulator }) => {
    expect(await summaries(emulator, `${WIDGETS}?${query}`, "alice")).toEqual(expected.split(" "));
  });

  test("lists the advisories of all repositories of an organization", async ({ emulator }) => {
    expect(await summaries(emulator, ORGANIZATION, "alice")).toEqual(
      "eight seven six five four three two one".split(" "),
    );
    expect(await summaries(emulator, `${ORGANIZATION}?state=published&direction=asc`, "alice")).toEqual(
      "one five seven".split(" "),
    );
  });

  test("rejects unknown values", async ({ emulator }) => {
    for (const [field, value] of [
      ["sort", "severity"],
      ["direction", "up"],
      ["state", "withdrawn"],
    ] as const) {
      const response = await sendRequest(emulator, `GET ${ORGANIZATION}?${field}=${value}`, "alice");
      expect(response).toMatchObject({ status: 422, body: { errors: [{ field }] } });
    }
  });
});

describe("cursors", () => {
  test("lead to the next and previous pages of their own list only", async ({ emulator }) => {
    const first = await sendRequest(emulator, `GET ${WIDGETS}?per_page=2`, "alice");
    expect(summariesIn(first.body)).toEqual(["six", "five"]);
    expect(pageLinks(first)).toEqual({ next: expect.stringMatching(/per_page=2&after=/) });
    const second = await follow(emulator, pageLinks(first).next);
    expect(summariesIn(second.body)).toEqual(["four", "three"]);
    const third = await follow(emulator, pageLinks(second).next);
    expect(summariesIn(third.body)).toEqual(["two", "one"]);
    expect(pageLinks(third)).toEqual({ prev: expect.stringMatching(/before=/) });
    const back = await follow(emulator, pageLinks(third).prev);
    expect(summariesIn(back.body)).toEqual(["four", "three"]);
    const start = await follow(emulator, pageLinks(back).prev);
    expect(summariesIn(start.body)).toEqual(["six", "five"]);
    expect(pageLinks(start)).toEqual({ next: expect.any(String) });

    const cursor = new URL(pageLinks(first).next ?? "").searchParams.get("after") ?? "";
    for (const query of [
      `after=${cursor}&sort=updated`,
      "after=nonsense",
      "before=",
      `after=${cursor}&before=${cursor}`,
    ]) {
      expect(await summaries(emulator, `${WIDGETS}?${query}`, "alice")).toBe(400);
    }
    expect(await summaries(emulator, `${WIDGETS}?before=${cursor}`, "alice")).toEqual(["six"]);
    // The row at the cursor is no longer in the list, so nothing precedes the rest.
    const drafts = await sendRequest(emulator, `GET ${WIDGETS}?state=draft&after=${cursor}`, "alice");
    expect([summariesIn(drafts.body), drafts.headers.get("link")]).toEqual([["two"], null]);
  });

  test("are omitted if the list has one page", async ({ emulator }) => {
    expect((await sendRequest(emulator, `GET ${WIDGETS}?per_page=6`, "alice")).headers.get("link")).toBeNull();
  });

  test("are followed by the client", async ({ emulator }) => {
    const { items } = clientFor(emulator, "alice");
    const all = await Array.fromAsync(items(listOrganizationAdvisories, { org: "acme", per_page: 3 }));
    expect(all.map(({ summary }) => summary)).toEqual("eight seven six five four three two one".split(" "));
    const widgetsAdvisories = await Array.fromAsync(
      items(listRepositoryAdvisories, { owner: "acme", repo: "widgets", sort: "published", per_page: 1 }),
    );
    expect(widgetsAdvisories.map(({ summary }) => summary)).toEqual("one six five four three two".split(" "));
  });

  base("lead through any list in order, forwards and backwards, for any page size", async () => {
    const time = fc.integer({ min: 1, max: 4 }).map((days) => `-${days}d`);
    const advisory = fc.record({
      state: fc.constantFrom("draft", "published", "closed"),
      created: time,
      updated: time,
      published: time,
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(advisory, { maxLength: 12 }),
        fc.constantFrom("created", "updated", "published"),
        fc.constantFrom("asc", "desc"),
        fc.integer({ min: 1, max: 5 }),
        async (advisories, sort, direction, perPage) => {
          const named = advisories.map((advisory, index) => ({ ...advisory, summary: `a${index}` }));
          const emulator = await startEmulator({
            now: () => new Date("2026-03-20T12:00:00Z"),
            seed: {
              users: { alice: {} },
              repositories: { "alice/widgets": { advisories: named } },
              tokens: { alice: { kind: "classic", user: "alice", scopes: ["repo"] } },
            },
          });
          try {
            // Sorts by time, then by creation; unpublished advisories come first.
            const timeOf = (advisory: (typeof named)[number]) =>
              sort === "published" && advisory.state !== "published" ? -99 : Number.parseInt(advisory[sort], 10);
            const sorted = named
              .map((advisory, index) => ({ advisory, index }))
              .sort((a, b) => timeOf(a.advisory) - timeOf(b.advisory) || a.index - b.index)
              .map(({ advisory }) => advisory.summary);
            const expected = direction === "asc" ? sorted : sorted.reverse();

            const path = `/repos/alice/widgets/security-advisories?sort=${sort}&direction=${direction}&per_page=${perPage}`;
            const pages: string[][] = [];
            let last = await sendRequest(emulator, `GET ${path}`, "alice");
            for (;;) {
              pages.push(summariesIn(last.body));
              const { next } = pageLinks(last);
              if (next === undefined) break;
              last = await follow(emulator, next);
            }
            expect(pages.flat()).toEqual(expected);
            expect(pages).toHaveLength(Math.max(1, Math.ceil(expected.length / perPage)));
            const backwards: string[] = summariesIn(last.body);
            for (let { prev } = pageLinks(last); prev !== undefined; { prev } = pageLinks(last)) {
              last = await follow(emulator, prev);
              backwards.unshift(...summariesIn(last.body));
            }
            expect(backwards).toEqual(expected);
          } finally {
            await emulator.stop();
          }
        },
      ),
      { numRuns: pickSize(5, 15) },
    );
  });
});

type ListResponse = Awaited<ReturnType<typeof sendRequest>>;

function pageLinks({ headers }: ListResponse): { next: string | undefined; prev: string | undefined } {
  const link = headers.get("link") ?? "";
  const to = (rel: string) => new RegExp(`<([^>]*)>; rel="${rel}"`).exec(link)?.[1];
  return { next: to("next"), prev: to("prev") };
}

function follow(emulator: Emulator, url: string | undefined): Promise<ListResponse> {
  return sendRequest(emulator, `GET ${(url ?? "").replace(emulator.apiUrl, "")}`, "alice");
}

describe("visibility", () => {
  const PUBLISHED = "six five one";
  test.for([
    ["alice", "six five four three two one"],
    ["sam", "six five four three two one"],
    ["fine", "six five four three two one"],
    ["alice-advisories", "six five four three two one"],
    ["bob", "six five two one"],
    ["carol", "six five four one"],
    ["dave", "six five three one"],
    ["mallory", PUBLISHED],
    ["alice-public", PUBLISHED],
    ["narrow", PUBLISHED],
    ["elsewhere", PUBLISHED],
    ["bob-elsewhere", PUBLISHED],
    ["installation", PUBLISHED],
    [undefined, PUBLISHED],
  ] as const)("of a public repository for the token %s", async ([token, expected], { emulator }) => {
    expect(await summaries(emulator, WIDGETS, token)).toEqual(expected.split(" "));
  });

  test.for([
    ["alice", ["eight", "seven"]],
    ["narrow", ["eight", "seven"]],
    ["installation", ["eight", "seven"]],
    ["bob", ["seven"]],
    ["mallory", 404],
    ["alice-public", 404],
    [undefined, 404],
  ] as const)("of a private repository for the token %s", async ([token, expected], { emulator }) => {
    expect(await summaries(emulator, "/repos/acme/gears/security-advisories", token)).toEqual(expected);
  });

  test.for([
    ["alice", 8],
    ["sam", 8],
    ["alice-advisories", 8],
    ["fine", 8],
    ["narrow", 2],
    ["installation", 2],
    ["elsewhere", 403],
    ["alice-public", 403],
    ["bob", 403],
    ["mallory", 403],
  ] as const)("of an organization for the token %s", async ([token, expected], { emulator }) => {
    const found = await summaries(emulator, ORGANIZATION, token);
    expect(Array.isArray(found) ? found.length : found).toBe(expected);
  });
});
