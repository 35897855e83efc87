import { checkClaimKeys } from "@forgehand/core/oidc";
import { checkEach, Problem } from "../../problem.ts";
import type { Run } from "../../run/run.ts";
import type { Entry } from "./entry.ts";
import { supportedClaims } from "./issuer.ts";

/**
 * Holds the claim keys of all entries against those that there are. The issuer is asked only about those that are not known here.
 * @returns what whoever sets them ought to know
 * @throws Problem on keys that are none
 */
export async function checkKeys(run: Run, entries: readonly Entry[]): Promise<readonly string[]> {
  const templates = entries.flatMap(({ wanted, problem }) =>
    wanted?.form === "keys" ? [{ keys: wanted.keys, complaint: problem ?? ((text: string) => new Problem(text)) }] : [],
  );
  const isUnknown = templates.some(({ keys }) => checkClaimKeys(keys).problems.length > 0);
  const supported = isUnknown ? await supportedClaims(run) : [];
  const warnings = new Set<string>();
  checkEach(templates, ({ keys, complaint }) => {
    const check = checkClaimKeys(keys, supported);
    const [problem] = check.problems;
    if (problem !== undefined) {
      throw complaint(`can't be: ${problem} For example: include-claim-keys: repo, context, job_workflow_ref`);
    }
    for (const warning of check.warnings) warnings.add(warning);
  });
  return [...warnings];
}
