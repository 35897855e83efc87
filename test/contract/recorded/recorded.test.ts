import type { AnyOperation } from "@forgehand/core/contract";
import { github } from "@forgehand/core/dialects";
import { describe, expect } from "vitest";
import { fullTest, startFullSeed } from "../../conformance/full-seed.fixture.ts";
import { CATALOG } from "../catalog.ts";
import { compareWithExpected } from "../compare-with-expected.ts";
import { recordedDifferences } from "../data.ts";
import { wireOperation } from "../wire-operation.ts";
import { isReadOnly, makeRecordedCall } from "./recorded-calls.ts";
import { contractDifferences, responseDifferences } from "./recorded-differences.ts";
import { readRecordings } from "./recordings.ts";

const groups = Map.groupBy(readRecordings(), ({ title }) => title);
const expected = recordedDifferences();
const foundLines = new Map<string, readonly string[]>();

describe("recordings of the real service", () => {
  for (const [title, recordings] of groups) {
    fullTest(title, async ({ at }) => {
      const [name = "", status, mediaType] = title.split(" ");
      const entry = CATALOG.find((candidate) => candidate.name === name);
      if (!entry) throw new Error(`The recorded operation ${name} must be in the contract.`);
      const operation: AnyOperation = entry.operation;
      const service = isReadOnly(operation, title) ? await at(operation) : await startFullSeed(operation);
      const response = await makeRecordedCall(service, name, Number(status), mediaType);
      if (!isReadOnly(operation, title)) await service.emulator.stop();
      const lines = [
        ...contractDifferences(wireOperation(github, entry), recordings),
        ...responseDifferences(recordings, response),
      ];
      foundLines.set(title, lines);
      expect(compareWithExpected(lines, expected).unexpected).toEqual([]);
    });
  }

  fullTest("have every listed difference", ({ skip }) => {
    skip(foundLines.size < groups.size, "not all recordings were compared");
    expect(compareWithExpected([...foundLines.values()].flat(), expected).obsolete).toEqual([]);
  });
});
