import fc from "fast-check";
import { expect, test } from "vitest";
import { accountId, parseAccountId } from "./account-id.ts";

test("an account ID with any login can be parsed back into its origin and login", () => {
  // A login that contains another account's ID must not give access to that account's lists.
  const hostileAccount = { origin: "https://evil.example", login: "alice https://github.com" };
  expect(parseAccountId(accountId(hostileAccount))).toEqual(hostileAccount);
  const origin = fc.constantFrom("https://github.com", "https://evil.example", "http://127.0.0.1:8080");
  const login = fc.oneof(
    fc.string(),
    fc.tuple(fc.string(), origin).map((parts) => parts.join(" ")),
  );
  fc.assert(
    fc.property(origin, login, (origin, login) => {
      expect(parseAccountId(accountId({ origin, login }))).toEqual({ origin, login });
    }),
  );
});
