import { type Access, EDITIONS, PERMISSIONS, type TokenKind } from "@forgehand/core/contract";
import { describe, expect, test } from "vitest";
import { entryOf } from "./catalogue.ts";
import { type AccessRow, accessRows } from "./data.ts";

/** Where the contract knows better than the list: which operations, in what, and why. */
const EXCEPTIONS: readonly { routes: RegExp; of: readonly string[]; reason: string }[] = [
  {
    routes: /^\S+ \/enterprises\/\{enterprise\}\/teams\//,
    of: ["user", "installation"],
    reason: "Classic tokens only (document 2, Enterprise team organizations).",
  },
  {
    routes: /^\S+ \/repos\/\{owner\}\/\{repo\}\/import/,
    of: ["user", "fineGrained"],
    reason: "Classic tokens only (document 3, Source imports).",
  },
  {
    routes: /^GET \/repos\/\{owner\}\/\{repo\}\/(subscribers|stargazers)$/,
    of: ["permissions"],
    reason: "Writing contents is enough too (document 3, Watching and Starring).",
  },
  {
    routes: /^\S+ \/user\/starred\/\{owner\}\/\{repo\}$/,
    of: ["permissions"],
    reason: "The contract names the other permission that is needed.",
  },
  {
    routes: /^GET \/repos\/\{owner\}\/\{repo\}\/pulls\/\{pull_number\}$/,
    of: ["permissions"],
    reason: "Either is enough by itself, and the contract names both.",
  },
  {
    routes: /^GET \/repos\/\{owner\}\/\{repo\}\/collaborators$/,
    of: ["scopes"],
    reason: "The other scope is asked for in organizations only, and who lacks it is served all the same.",
  },
  {
    routes: /^\S+ \/orgs\/\{org\}\/updater\/secrets/,
    of: ["permissions"],
    reason: "Apps take the other set as well (document 2, Updater secrets).",
  },
  {
    routes: /^GET \/enterprises\/\{enterprise\}\/assistant\/metrics/,
    of: ["permissions"],
    reason: "Holders of another permission may, too (document 2, Assistant usage-metrics reports).",
  },
  {
    routes: /^GET \/orgs\/\{org\}\/installations$/,
    of: ["scopes"],
    reason: "No document knows the scope that is listed, `admin:read`; `admin:org` holds what an owner may.",
  },
  {
    routes: /^GET (\/user|\/orgs\/\{org\})$/,
    of: ["scopes"],
    reason: "The scope shows more; without it the call is answered as well (document 3, on private fields).",
  },
  {
    routes: /^GET \/orgs\/\{org\}\/actions\/hosted-runners$/,
    of: ["scopes"],
    reason: "There is no scope `manage_runner:org`: the operations beside it name `manage_runners:org`.",
  },
  {
    routes: /^\S+ \/organizations\/\{org\}\/actions\/cache\//,
    of: ["scopes"],
    reason: "There is no scope `admin:organization`; `admin:org` is the administrators' one.",
  },
];

/** The list's names of the editions. */
const EDITION_NAMES = { "github.com": "dotcom", "enterprise-cloud": "ghec", "self-hosted": "ghes-3.19" } as const;

const KINDS = {
  user: "user-access",
  installation: "installation",
  fineGrained: "fine-grained",
} as const satisfies Record<string, TokenKind>;

/** `Issues:write [repository]`, sorted, and `+` where others may do as well. */
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

/** What the contract says otherwise: what it is about, and both sides. */
function* against(row: AccessRow): Generator<{ of: string; listed: string; contract: string }> {
  const entry = entryOf(row.method, row.path);
  if (!entry) return yield { of: "operation", listed: "there", contract: "missing" };
  const { access, editions = EDITIONS } = entry.definition;
  const pairs = [
    { of: "permissions", listed: sorted(row.permissions.split(" | ")), contract: permissionsOf(access) },
    { of: "scopes", listed: sorted(row.scopes.split(" ")), contract: scopesOf(access) },
    {
      of: "editions",
      listed: sorted(row.editions.split(" ")),
      contract: sorted(editions.map((edition) => EDITION_NAMES[edition])),
    },
    ...(["user", "installation", "fineGrained"] as const).map((kind) => ({
      of: kind,
      listed: row[kind],
      contract: access.tokens.includes(KINDS[kind]) ? "yes" : "no",
    })),
  ];
  for (const pair of pairs) {
    if (pair.listed !== "" && pair.listed !== "?" && pair.listed !== pair.contract) yield pair;
  }
}

const CASES = accessRows().map((row) => ({ row, route: `${row.method} ${row.path}` }));
const isException = (route: string, of: string) =>
  EXCEPTIONS.some((exception) => exception.of.includes(of) && exception.routes.test(route));

describe("who may call it is as listed", () => {
  test.each(CASES)("$route", ({ row, route }) => {
    expect([...against(row)].filter(({ of }) => !isException(route, of))).toEqual([]);
  });

  test("every exception is still one", () => {
    const differing = CASES.flatMap(({ row, route }) => [...against(row)].map(({ of }) => ({ route, of })));
    const gone = EXCEPTIONS.filter(
      ({ routes, of }) => !of.every((one) => differing.some((pair) => pair.of === one && routes.test(pair.route))),
    );
    expect(gone.map(({ reason }) => reason)).toEqual([]);
  });
});
