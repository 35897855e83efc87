import { parseJson } from "@forgehand/core/internal";
import type { Report } from "@forgehand/tasks/report/report";
import type { RunDependencies } from "@forgehand/tasks/run-tasks";
import type { Settings } from "@forgehand/tasks/settings/create-settings";
import * as z from "zod/mini";
import { reportMetadata } from "../report/report-metadata.ts";
import { collectReports } from "./collect-reports.ts";
import { merge } from "./merge.ts";

/**
 * Merges the reports of a fleet's shards into one, without any calls.
 * @throws Problem if an input is invalid
 */
export function mergeReports(
  inputs: Settings,
  deps: Pick<RunDependencies, "environment" | "workspace" | "defaultApiUrl" | "clock" | "stopping">,
): Report {
  const expected = readExpected(inputs);
  const patterns = inputs.required("reports");
  const { collected, problems } = collectReports(patterns, deps);
  const isEmpty = collected.length === 0 && problems.length === 0 && expected === undefined;
  if (isEmpty) throw inputs.problem("reports", `must match at least one file, got ${patterns.join(", ")}.`);
  return { ...reportMetadata(inputs, deps), version: 1, ...merge(collected, expected, problems) };
}

const MatrixSchema = z.object({ include: z.array(z.looseObject({ shard: z.string() })) });

/**
 * Reads the expected shards from the output `matrix`.
 * @throws Problem
 */
function readExpected(inputs: Settings): readonly string[] | undefined {
  const text = inputs.optional("shards");
  if (text === undefined) return undefined;
  const createProblem = () =>
    inputs.problem(
      "shards",
      `must be the output "matrix" of the step that created the shards. For example: \${{ needs.matrix.outputs.matrix }}`,
    );
  const parsed = z.safeParse(MatrixSchema, parseJson(text));
  if (!parsed.success) throw createProblem();
  return parsed.data.include.map(({ shard }) => shard);
}
