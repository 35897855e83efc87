import { expect, test } from "vitest";
import { CASE_NAMES } from "../cases.ts";
import { WORKLOADS } from "../pace/workloads.ts";
import { SECTIONS } from "./sections.ts";

test("has a section for every case", () => expect(Object.keys(SECTIONS).toSorted()).toEqual(CASE_NAMES.toSorted()));

test("has every workload in the pace plot", () => {
  const plottedRows = SECTIONS.pace.plots.flatMap(({ groups }) => Object.keys(groups));
  expect(plottedRows).toEqual(expect.arrayContaining(WORKLOADS.map(({ name }) => `forgehand, ${name}`)));
});
