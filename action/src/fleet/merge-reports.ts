import { parseJson } from "@forgehand/core/internal";
import * as z from "zod/mini";
import type { Report } from "../report/report.ts";
import { aboutRun } from "../run/about.ts";
import type { Surroundings } from "../run/perform.ts";
import type { Settings } from "../settings/read.ts";
import { workspaceOf } from "../workspace.ts";
import { gather } from "./gather.ts";
import { merge } from "./merge.ts";

/** One report of those that a fleet's shards left behind. It calls nobody. @throws Problem on what can't be right */
export function mergeReports(
  inputs: Settings,
  around: Pick<Surroundings, "environment" | "clock" | "stopping">,
): Report {
  const expected = readExpected(inputs);
  const patterns = inputs.required("reports");
  const { gathered, problems } = gather(patterns, workspaceOf(around.environment));
  const nothing = gathered.length === 0 && problems.length === 0 && expected === undefined;
  if (nothing) throw inputs.problem("reports", `finds no file: ${patterns.join(", ")}.`);
  return { ...aboutRun(inputs, around), version: 1, ...merge(gathered, expected, problems) };
}

const Expected = z.object({ include: z.array(z.looseObject({ shard: z.string() })) });

/** The shards of the output `matrix`. @throws Problem */
function readExpected(inputs: Settings): readonly string[] | undefined {
  const text = inputs.optional("shards");
  if (text === undefined) return undefined;
  const wrong = () =>
    inputs.problem(
      "shards",
      `must be the output "matrix" of the step that made the shards. For example: \${{ needs.matrix.outputs.matrix }}`,
    );
  const parsed = z.safeParse(Expected, parseJson(text));
  if (!parsed.success) throw wrong();
  return parsed.data.include.map(({ shard }) => shard);
}
