import { expect, test } from "vitest";
import { pageOfUsers } from "./page-of-users.ts";

test("the page has 30 users with 20 fields each, about 30 kB", () => {
  const users = pageOfUsers();
  expect(users).toHaveLength(30);
  for (const user of users) expect(Object.keys(user)).toHaveLength(20);
  const size = JSON.stringify(users).length;
  expect(size).toBeGreaterThan(28_000);
  expect(size).toBeLessThan(34_000);
});
