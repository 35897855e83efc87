import fc from "fast-check";
import { expect, test } from "vitest";
import { accountId, accountOf } from "./account-id.ts";

test("an id is its own account's, whatever a forge calls people", () => {
  // A forge that says so can't have its lists taken for those of somebody else's account.
  const stranger = { origin: "https://evil.example", login: "alice https://github.com" };
  expect(accountOf(accountId(stranger))).toEqual(stranger);
  const origin = fc.constantFrom("https://github.com", "https://evil.example", "http://127.0.0.1:8080");
  const login = fc.oneof(
    fc.string(),
    fc.tuple(fc.string(), origin).map((parts) => parts.join(" ")),
  );
  fc.assert(
    fc.property(origin, login, (origin, login) => {
      expect(accountOf(accountId({ origin, login }))).toEqual({ origin, login });
    }),
  );
});
