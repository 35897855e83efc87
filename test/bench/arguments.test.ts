import { expect, test } from "vitest";
import { readArguments } from "./arguments.ts";

const known = ["types", "size"];
const noFlags = { json: false, quick: false, page: false };

test("measures the named cases, or all of them", () => {
  expect(readArguments([], known)).toEqual({ ...noFlags, names: known, page: true });
  expect(readArguments(["size", "--json"], known)).toEqual({ ...noFlags, names: ["size"], json: true });
  expect(readArguments(["--json"], known)).toEqual({ ...noFlags, names: known, json: true });
  expect(readArguments(["--quick", "types"], known)).toEqual({ ...noFlags, names: ["types"], quick: true });
});

test.each([[["size"]], [["--json"]], [["--quick"]], [known]])(
  "does not write the page with the arguments %j",
  (args) => {
    expect(readArguments(args, known)).toMatchObject({ page: false });
  },
);

test("lists the valid names and flags if an argument is unknown", () => {
  const rest = "cases are types, size; flags are --json, --quick.";
  expect(readArguments(["speed"], known)).toEqual({ error: `Unknown case "speed"; ${rest}` });
  expect(readArguments(["--fast"], known)).toEqual({ error: `Unknown flag "--fast"; ${rest}` });
});
