import { github, svc } from "@forgehand/core/dialects";
import { getSubscription, listApiVersions, listStargazers } from "@forgehand/core/operations";
import { expect, test } from "vitest";
import { complaintsOf } from "./answers.ts";

const sent = (status: number, body: unknown) => ({ status, body: JSON.stringify(body), headers: {} });
const plain = { dialect: github, media: undefined };

const subscription = {
  ...{ subscribed: true, ignored: false, reason: null, created_at: "2026-01-01T00:00:00Z" },
  ...{ url: "https://x.test/s", repository_url: "https://x.test/r" },
};

test("a whole answer is none to complain of", () => {
  expect(complaintsOf({ ...plain, operation: getSubscription, sent: sent(200, subscription) })).toEqual([]);
  expect(complaintsOf({ ...plain, operation: listApiVersions, sent: sent(200, ["2026-03-10"]) })).toEqual([]);
});

test("a missing field is told, by the contract and by the public description", () => {
  const { ignored, ...rest } = subscription;
  const found = complaintsOf({ ...plain, operation: getSubscription, sent: sent(200, rest) });
  expect(found).toHaveLength(2);
  expect(found[1]).toContain("described:");
  expect(complaintsOf({ ...plain, dialect: svc, operation: getSubscription, sent: sent(200, rest) })).toHaveLength(1);
});

test("a status that the operation doesn't have is told, and an error without a message", () => {
  const error = { message: "No", documentation_url: "https://x.test" };
  expect(complaintsOf({ ...plain, operation: listStargazers, sent: sent(409, error) })).toHaveLength(1);
  expect(complaintsOf({ ...plain, operation: listStargazers, sent: sent(403, error) })).toEqual([]);
  expect(complaintsOf({ ...plain, operation: listStargazers, sent: sent(403, {}) })).toHaveLength(1);
});

test("nested nulls are held against the description too", () => {
  const user = { login: "alice", id: 1 };
  const found = complaintsOf({ ...plain, operation: listStargazers, sent: sent(200, [user]) });
  expect(found.some((line) => line.includes("described: /N"))).toBe(true);
});
