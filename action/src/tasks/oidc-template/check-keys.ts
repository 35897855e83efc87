import { checkClaimKeys } from "@forgehand/core/oidc";
import { checkEach, Problem } from "../../problem.ts";
import type { Run } from "../../run/run.ts";
import type { Entry } from "./entry.ts";
import { supportedClaims } from "./issuer.ts";

/**
 * Holds the claim keys of all entries against those that there are. The issuer is asked only about those that are not known here.
 * @throws Problem on keys that are none
 */
export async function checkKeys(run: Run, entries: readonly Entry[]): Promise<void> {
  const templates = entries.flatMap(({ wanted, problem }) =>
    wanted?.form === "keys" ? [{ keys: wanted.keys, complaint: problem ?? ((text: string) => new Problem(text)) }] : [],
  );
  const isUnknown = templates.some(({ keys }) => checkClaimKeys(keys).problems.length > 0);
  const supported = isUnknown ? await supportedClaims(run) : [];
  checkEach(templates, ({ keys, complaint }) => {
    const [problem] = checkClaimKeys(keys, supported).problems;
    if (problem !== undefined) {
      throw complaint(`can't be: ${problem} For example: include-claim-keys: repo, context, job_workflow_ref`);
    }
  });
}

/** What whoever sets these keys ought to know. */
export function keyWarnings(entries: readonly Entry[]): readonly string[] {
  const keys = entries.flatMap(({ wanted }) => (wanted?.form === "keys" ? [wanted.keys] : []));
  return [...new Set(keys.flatMap((keys) => checkClaimKeys(keys).warnings))];
}
