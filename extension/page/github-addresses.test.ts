import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { all as reservedNames } from "github-reserved-names";
import * as detection from "github-url-detection";
import { describe, expect, test } from "vitest";
import { type ParsedPage, parsePage } from "./parse-page.ts";
import { isReservedName } from "./reserved-names.ts";

/** The example addresses of `github-url-detection`. Only its type declarations contain them. */
const declarations = createRequire(import.meta.url)
  .resolve("github-url-detection")
  .replace(/\.js$/, ".d.ts");
const ADDRESSES = [
  ...new Set(
    [...readFileSync(declarations, "utf8").matchAll(/@example (https?:\S+)/g)].map(([, address = ""]) => address),
  ),
];

type PageSummary = "none" | ParsedPage["kind"] | `${ParsedPage["kind"]} of ${NonNullable<ParsedPage["rows"]>}`;

function summarize(page: ParsedPage | null): PageSummary {
  if (!page) return "none";
  return page.rows ? `${page.kind} of ${page.rows}` : page.kind;
}

/** Derives what an address shows from the package's detections. */
function detect(address: string): PageSummary {
  const url = new URL(address);
  if (detection.isGist(url)) return "none";
  if (detection.isPR(url) || detection.isPRConflicts(url)) return "pull-request";
  if (detection.isRepoPRList(url)) return "repository of pull-requests";
  if (detection.isRepoForksList(url)) return "repository of repositories";
  if (detection.isRepo(url)) return "repository";
  if (detection.isGlobalPRList(url)) return "list of pull-requests";
  const isList = [detection.isGlobalSearchResults, detection.isTrending, detection.isProfileRepoList];
  return isList.some((is) => is(url)) || detection.isProfile(url) ? "list of repositories" : "none";
}

/** Intended differences from the package, by reason. */
const DIFFERENCES: Readonly<Record<string, Readonly<Record<string, PageSummary>>>> = {
  "GitHub redirects addresses with empty segments; scripts see the final one": {
    "https://github.com//pulls/": "none",
    "https://github.com/sindresorhus///edit": "none",
  },
  "The dashboard lists repositories": {
    "https://github.com/dashboard": "list of repositories",
  },
  "The fork network can list repositories as well": {
    "https://github.com/sindresorhus/refined-github/network": "repository of repositories",
  },
  "The form for a repository from a template belongs to the template": {
    "https://github.com/fregante/browser-extension-template/generate": "repository",
  },
};

describe("addresses of GitHub", () => {
  test("are recognized as github-url-detection does, but for listed differences", () => {
    expect(ADDRESSES.length).toBeGreaterThanOrEqual(216);
    const expected = Object.fromEntries(ADDRESSES.map((address) => [address, detect(address)]));
    const differences = Object.assign({}, ...Object.values(DIFFERENCES));
    const found = ADDRESSES.map((address) => [address, summarize(parsePage(address, isReservedName))]);
    expect(Object.fromEntries(found)).toEqual({ ...expected, ...differences });
    expect(Object.keys(differences).filter((address) => differences[address] === expected[address])).toEqual([]);
  });

  test("are recognized by the smaller list of the pages' scripts in the same way", () => {
    const summaries = (isReserved?: typeof isReservedName) =>
      ADDRESSES.map((address) => [address, summarize(parsePage(address, isReserved))]);
    expect(summaries()).toEqual(summaries(isReservedName));
  });

  test("have no reserved name as an owner", () => {
    expect(reservedNames.filter((name) => !isReservedName(name))).toEqual([]);
    expect(reservedNames.filter((name) => !/\d/.test(name)).length).toBeGreaterThan(240);
    const more = ["gist", "raw", "pages", "stafftools", "storage", "setup", "mcp"];
    for (const name of [...reservedNames, ...more]) {
      const repository = `https://github.example.com/${name.toUpperCase()}/widgets/pull/1`;
      expect(parsePage(repository, isReservedName)?.kind ?? "list", repository).toBe("list");
    }
    // The names that the site uses below the host without subdomain isolation must not depend on the worker.
    for (const name of more) expect(parsePage(`https://github.example.com/${name}/alice/1`), name).toBeNull();
  });

  test("are not reserved if an account has them", () => {
    for (const name of ["acme", "octocat", "assets", "labels", "99designs", "404a", "www10", "constructor"]) {
      expect(isReservedName(name), name).toBe(false);
      expect(parsePage(`https://github.com/${name}/widgets`, isReservedName)).toMatchObject({ owner: name });
    }
  });
});
