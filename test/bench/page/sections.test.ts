import { expect, test } from "vitest";
import { CASE_NAMES } from "../cases.ts";
import { WORKLOADS } from "../pace/workloads.ts";
import { SECTIONS } from "./sections.ts";

test("every case has its section", () => expect(Object.keys(SECTIONS).toSorted()).toEqual(CASE_NAMES.toSorted()));

test("the pace plot has every workload", () => {
  const drawn = SECTIONS.pace.plots.flatMap(({ groups }) => Object.keys(groups));
  expect(drawn).toEqual(expect.arrayContaining(WORKLOADS.map(({ name }) => `forgehand, ${name}`)));
});
