import { expect, expectTypeOf, test } from "vitest";
import type { Input, Item, Output } from "./contract/operation-types.ts";
import type {
  listOrganizationActionsSecrets,
  putOrganizationActionsSecret,
} from "./contract/organization/actions-secrets.ts";
import { isOneOf } from "./is-one-of.ts";

test("tells whether a value is one of those listed, and narrows it for a request", () => {
  const check = (value: Item<Output<typeof listOrganizationActionsSecrets>>["visibility"]) => {
    if (!isOneOf(value, "all", "private", "selected")) return false;
    expectTypeOf(value).toEqualTypeOf<"all" | "private" | "selected">();
    expectTypeOf(value).toExtend<Input<typeof putOrganizationActionsSecret>["visibility"]>();
    return true;
  };
  expect(["all", "selected", "internal", ""].map(check)).toEqual([true, true, false, false]);
});

test("takes any text for a string", () => {
  const value: string = "main";
  expect(isOneOf(value, "main", "master")).toBe(true);
});

test("does not compile with a name that the enum lacks", () => {
  const value: "all" | "private" | (string & {}) = "private";
  // @ts-expect-error
  expect(isOneOf(value, "privat")).toBe(false);
});
