import { DEFAULT_API_VERSION } from "@forgehand/core/contract";
import { type Dialect, github, svc } from "@forgehand/core/dialects";
import { getSubscription, listApiVersions, listStargazers } from "@forgehand/core/operations";
import { expect, test } from "vitest";
import { responseProblems } from "./response-problems.ts";

const sent = (status: number, body: unknown) => ({ status, body: JSON.stringify(body), headers: {} });
const formatOf = (dialect: Dialect) => ({ dialect, version: DEFAULT_API_VERSION, headers: [] });
const plain = { format: formatOf(github), media: undefined };

const subscription = {
  subscribed: true,
  ignored: false,
  reason: null,
  created_at: "2026-01-01T00:00:00Z",
  url: "https://x.test/s",
  repository_url: "https://x.test/r",
};

test("finds no problem in a valid response", () => {
  expect(responseProblems({ ...plain, operation: getSubscription, sent: sent(200, subscription) })).toEqual([]);
  expect(responseProblems({ ...plain, operation: listApiVersions, sent: sent(200, ["2026-03-10"]) })).toEqual([]);
});

test("reports a missing field for both the contract and the public description", () => {
  const { ignored, ...rest } = subscription;
  const found = responseProblems({ ...plain, operation: getSubscription, sent: sent(200, rest) });
  expect(found).toHaveLength(2);
  expect(found[1]).toContain("described:");
  expect(
    responseProblems({ ...plain, format: formatOf(svc), operation: getSubscription, sent: sent(200, rest) }),
  ).toHaveLength(1);
});

test("reports a status that the operation does not list, and an error without a message", () => {
  const error = { message: "No", documentation_url: "https://x.test" };
  expect(responseProblems({ ...plain, operation: listStargazers, sent: sent(409, error) })).toHaveLength(1);
  expect(responseProblems({ ...plain, operation: listStargazers, sent: sent(403, error) })).toEqual([]);
  expect(responseProblems({ ...plain, operation: listStargazers, sent: sent(403, {}) })).toHaveLength(1);
});

test("checks nested nulls against the public description", () => {
  const user = { login: "alice", id: 1 };
  const found = responseProblems({ ...plain, operation: listStargazers, sent: sent(200, [user]) });
  expect(found.some((line) => line.includes("described: /N"))).toBe(true);
});
