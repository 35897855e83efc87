import type { AnyOperation } from "@forgehand/core/contract";
import * as catalogue from "@forgehand/core/operations";
import { expect } from "vitest";
import { fullTest } from "./full-seed.fixture.ts";
import { type FullSeedService, parametersFor, tokenFor } from "./full-seed-parameters.ts";
import { KNOWN_GAPS, UNSERVED_ROUTES } from "./link-gaps.ts";
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
    .replace(/^\/(repos\/)?(acme|alice|parts)\/[^/]+/, "/$1{owner}/{repo}")
    .replace(/(?<=^\/(orgs|organizations|enterprises)\/)[^/]+/, "{name}")
    .replaceAll(/\/(\d+|[0-9a-f]{40}|GHSA-[\w-]+)(?=\/|$)/g, "/{id}");
}

fullTest("every link leads somewhere", async ({ at }) => {
  const followed = new Set<string>();
  const cookies = new Map<string, string>();
  const found = { unserved: new Set<string>(), gaps: new Set<string>() };

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
    if (status === 501) found.unserved.add(received.get("x-emulator-route") ?? "");
    else if (status >= 400) found.gaps.add(`${status} ${field} ${path}`);
  }

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
  expect([...found.unserved].toSorted()).toEqual(UNSERVED_ROUTES.toSorted());
  expect([...found.gaps].toSorted()).toEqual(Object.keys(KNOWN_GAPS).toSorted());
});
