import { checkClaimKeys } from "@forgehand/core/oidc";
import { Problem } from "../../problem.ts";
import type { Run } from "../../run/run.ts";
import type { Entry } from "./entry.ts";
import { supportedClaims } from "./issuer.ts";

/**
 * Holds the claim keys of all entries against those that there are. The issuer is asked only about those that are not known here.
 * @returns what whoever sets them ought to know
 * @throws Problem on keys that are none
 */
export async function checkKeys(run: Run, entries: readonly Entry[]): Promise<readonly string[]> {
  const templates = entries.flatMap(({ wanted }) => (wanted?.form === "keys" ? [wanted.keys] : []));
  const isUnknown = templates.some((keys) => checkClaimKeys(keys).problems.length > 0);
  const supported = isUnknown ? await supportedClaims(run) : [];
  const checks = templates.map((keys) => checkClaimKeys(keys, supported));
  const [problem] = checks.flatMap(({ problems }) => problems);
  if (problem !== undefined) {
    throw new Problem(
      `"include-claim-keys" can't be: ${problem} For example: include-claim-keys: repo, context, job_workflow_ref`,
    );
  }
  return [...new Set(checks.flatMap(({ warnings }) => warnings))];
}
