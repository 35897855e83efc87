import type { AnyOperation } from "@forgehand/core/contract";
import * as catalogue from "@forgehand/core/operations";
import { expect, test } from "vitest";
import { startReceiver } from "../../packages/emulator/src/deliveries/receiver.fixture.ts";
import { fullTest, startFullSeed } from "./full-seed.fixture.ts";
import { type FullSeedService, parametersFor, tokenFor } from "./full-seed-parameters.ts";
import { KNOWN_GAPS, ONLY_PATCH, ONLY_POST, UNSERVED_ROUTES } from "./link-gaps.ts";
import { callOverWire } from "./wire-call.ts";

// Follows every link of every response: API links with a token that can read them, pages as a user who is signed in.

interface Link {
  readonly field: string;
  readonly url: string;
}

/** Values of the variables in link templates. */
const TEMPLATE_VALUES: Readonly<Record<string, string>> = {
  archive_format: "zipball",
  org: "acme",
  owner: "acme",
  repo: "widgets",
  user: "bob",
  base: "main",
  head: "round-corners",
  path: "README.md",
  ref: "main",
  sha: "0123456789abcdef0123456789abcdef01234567",
};

/** Optional variables that are not omitted, because the link without them leads nowhere. */
const REQUIRED_VARIABLES = ["sha", "ref"];

function expandTemplate(url: string): string {
  return url.replaceAll(/\{([/+?]?)([\w,]+)\}/g, (_, operator: string, name: string) => {
    const value = TEMPLATE_VALUES[name];
    if (value === undefined) return "";
    if (operator !== "/") return value;
    return REQUIRED_VARIABLES.includes(name) ? `/${value}` : "";
  });
}

/** Returns the links in a body: the URLs in fields that are named so, and in the objects of `_links`. */
function linksIn(value: unknown, field = ""): Link[] {
  if (Array.isArray(value)) return value.flatMap((item) => linksIn(item, field));
  if (typeof value === "object" && value !== null) {
    return Object.entries(value).flatMap(([name, item]) => linksIn(item, name === "href" ? field : name));
  }
  return typeof value === "string" && /^https?:/.test(value) ? [{ field, url: expandTemplate(value) }] : [];
}

/** Signs in to the pages and returns the cookie. */
async function signIn(webUrl: string): Promise<string> {
  const body = new URLSearchParams({ login: "alice" });
  const { headers } = await fetch(`${webUrl}/login`, { method: "POST", redirect: "manual", body });
  return headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
}

/** Returns a token that can follow an API link. */
function tokenForLink({ tokens, appToken, apiUrl }: FullSeedService, url: string): string | undefined {
  if (url.startsWith(`${apiUrl}/app/`)) return appToken;
  return tokens[url.startsWith(`${apiUrl}/installation/`) ? "acme-installation" : "alice"];
}

/** Replaces the names and numbers in a path by placeholders. */
function generalizePath(path: string): string {
  return path
    .replace(/^\/(repos\/)?(acme|alice|bob|parts)\/[^/]+/, "/$1{owner}/{repo}")
    .replace(/(?<=^\/(orgs|organizations|enterprises)\/)[^/]+/, "{name}")
    .replaceAll(/\/(\d+|[0-9a-f]{40}|GHSA-[\w-]+)(?=\/|$)/g, "/{id}");
}

/** Follows links, each once, and collects those that lead nowhere. */
function createLinkFollower() {
  const followed = new Set<string>();
  const cookies = new Map<string, string>();
  const unserved = new Set<string>();
  /** URL of each link by its status, field and general path. */
  const gaps = new Map<string, string>();

  async function follow(service: FullSeedService, { field, url }: Link): Promise<void> {
    const webUrl = new URL(service.apiUrl).origin;
    if (!url.startsWith(webUrl) || followed.has(url)) return;
    followed.add(url);
    const isApi = url.startsWith(service.apiUrl);
    const cookie = cookies.get(webUrl) ?? (await signIn(webUrl));
    cookies.set(webUrl, cookie);
    const headers: HeadersInit = isApi ? { authorization: `Bearer ${tokenForLink(service, url)}` } : { cookie };
    const { status, headers: received } = await fetch(url, { redirect: "manual", headers });
    const path = generalizePath(new URL(url).pathname.slice(isApi ? "/api/v3".length : 0));
    if (status === 501) unserved.add(received.get("x-emulator-route") ?? "");
    else if (status >= 400) gaps.set(`${status} ${field} ${path}`, url);
  }

  return { followed, unserved, gaps, follow };
}

const METHODS: Readonly<Record<string, string>> = { [ONLY_POST]: "POST", [ONLY_PATCH]: "PATCH" };

fullTest("every link leads somewhere", async ({ at }) => {
  const { followed, unserved, gaps, follow } = createLinkFollower();
  for (const operation of Object.values<AnyOperation>(catalogue)) {
    if (operation.method !== "GET") continue;
    const service = await at(operation);
    const fields = await parametersFor(service, operation);
    const token = tokenFor(service, operation);
    const { body, headers } = await callOverWire(service.apiUrl, operation, fields, { token });
    const location = headers.get("location");
    const links = location === null ? linksIn(body) : [{ field: "location", url: location }];
    for (const link of links) await follow(service, link);
  }
  expect(followed.size).toBeGreaterThan(500);
  expect([...unserved].toSorted()).toEqual(UNSERVED_ROUTES.toSorted());
  expect([...gaps.keys()].toSorted()).toEqual(Object.keys(KNOWN_GAPS).toSorted());
  // Links for other methods have a route with that method. Nothing changes without a token.
  const notEmulated: string[] = [];
  for (const [gap, url] of gaps) {
    const method = METHODS[KNOWN_GAPS[gap] ?? ""];
    const response = method === undefined ? undefined : await fetch(url, { method });
    if (response?.status === 404 && response.headers.has("x-emulator")) notEmulated.push(gap);
  }
  expect(notEmulated).toEqual([]);
});

const WIDGETS = "/repos/acme/widgets";

/** Writes whose responses have links, or that send events. */
const WRITES: readonly (readonly [route: string, body?: object])[] = [
  [`PUT ${WIDGETS}/contents/links.txt`, { message: "Add links", content: btoa("links") }],
  [`POST ${WIDGETS}/hooks`, { config: { url: "http://hooks.example/" }, events: ["star"] }],
  ["POST /orgs/acme/hooks", { name: "web", config: { url: "http://hooks.example/" } }],
  [`PUT ${WIDGETS}/environments/links`, {}],
  [`PUT ${WIDGETS}/subscription`, { subscribed: true }],
  [`POST ${WIDGETS}/pulls/1/requested_reviewers`, { reviewers: ["carol"], team_reviewers: ["reviewers"] }],
  [`POST ${WIDGETS}/pulls/1/reviews`, { event: "COMMENT", body: "A comment" }],
  [`POST ${WIDGETS}/security-advisories`, { summary: "Links", description: "They break.", vulnerabilities: [] }],
  [`PATCH ${WIDGETS}`, { description: "Links" }],
  ["PATCH /orgs/acme", { description: "Links" }],
  [
    "POST /orgs/acme/rulesets",
    { name: "Links", enforcement: "disabled", target: "branch", rules: [{ type: "deletion" }] },
  ],
  ["POST /orgs/acme/actions/runner-groups", { name: "Links" }],
  ["POST /orgs/acme/code-security/configurations", { name: "Links", description: "Links" }],
  ["DELETE /user/starred/acme/widgets"],
  ["PUT /user/starred/acme/widgets"],
];

/** Transitions that send events. */
const TRANSITIONS = [
  { repository: "acme/widgets", pull: 8, to: "ready" },
  { repository: "acme/widgets", pull: 8, to: "merged" },
  { repository: "acme/widgets", issue: 3, to: "closed" },
] as const;

test("every link of the responses to writes, and of the events that they send, leads somewhere", async () => {
  await using receiver = await startReceiver();
  const { emulator, ...service } = await startFullSeed(catalogue.getRepository);
  try {
    emulator.control.allowHookHost(receiver.host);
    const { followed, unserved, gaps, follow } = createLinkFollower();
    const send = async (route: string, sent?: object) => {
      const [method = "", path = ""] = route.split(" ");
      const body = sent === undefined ? null : JSON.stringify(sent);
      const headers = { authorization: `Bearer ${service.tokens["alice"]}` };
      const response = await fetch(service.apiUrl + path, { method, headers, body });
      const text = await response.text();
      expect([route, response.status < 300 ? "done" : `${response.status} ${text}`]).toEqual([route, "done"]);
      return text === "" ? undefined : JSON.parse(text);
    };
    await send("POST /orgs/acme/hooks", { name: "web", config: { url: receiver.url }, events: ["*"] });
    const responses: unknown[] = [];
    for (const [route, body] of WRITES) responses.push(await send(route, body));
    for (const transition of TRANSITIONS) emulator.control.transition(transition);
    await emulator.control.settled();
    const events = receiver.received.map(({ headers }) => headers["x-github-event"]);
    expect(events).toEqual(expect.arrayContaining(["push", "pull_request", "pull_request_review", "star", "issues"]));
    for (const link of linksIn([...responses, ...receiver.received.map(({ payload }) => payload)])) {
      await follow(service, link);
    }
    expect(followed.size).toBeGreaterThan(100);
    expect([...unserved].filter((route) => !UNSERVED_ROUTES.includes(route))).toEqual([]);
    expect([...gaps.keys()].filter((gap) => KNOWN_GAPS[gap] === undefined).toSorted()).toEqual([]);
  } finally {
    await emulator.stop();
  }
});
