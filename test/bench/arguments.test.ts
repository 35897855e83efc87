import { expect, test } from "vitest";
import { readArguments } from "./arguments.ts";

const known = ["types", "size"];
const none = { json: false, quick: false, page: false };

test("cases are named, or all are meant", () => {
  expect(readArguments([], known)).toEqual({ ...none, names: known, page: true });
  expect(readArguments(["size", "--json"], known)).toEqual({ ...none, names: ["size"], json: true });
  expect(readArguments(["--json"], known)).toEqual({ ...none, names: known, json: true });
  expect(readArguments(["--quick", "types"], known)).toEqual({ ...none, names: ["types"], quick: true });
});

test.each([[["size"]], [["--json"]], [["--quick"]], [known]])(
  "the page is of all, at full length: not with %j",
  (args) => {
    expect(readArguments(args, known)).toMatchObject({ page: false });
  },
);

test("what is wrong is told with what there is", () => {
  const rest = "cases are types, size; flags are --json, --quick.";
  expect(readArguments(["speed"], known)).toEqual({ wrong: `There is no case "speed"; ${rest}` });
  expect(readArguments(["--fast"], known)).toEqual({ wrong: `There is no flag "--fast"; ${rest}` });
});
