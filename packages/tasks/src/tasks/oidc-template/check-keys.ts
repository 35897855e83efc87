import { checkClaimKeys } from "@forgehand/core/oidc";
import { checkEach, Problem } from "../../problem.ts";
import type { RunContext } from "../../run/run-context.ts";
import { supportedClaims } from "./issuer.ts";
import type { TemplateEntry } from "./template-entry.ts";

/**
 * Checks the claim keys of all entries. The issuer's discovery document is only read if a key is unknown.
 * @throws Problem if a key does not exist
 */
export async function checkKeys(run: RunContext, entries: readonly TemplateEntry[]): Promise<void> {
  const templates = entries.flatMap(({ goal, problem }) =>
    goal?.form.form === "keys"
      ? [{ keys: goal.form.keys, createProblem: problem ?? ((text: string) => new Problem(text)) }]
      : [],
  );
  const hasUnknown = templates.some(({ keys }) => checkClaimKeys(keys).problems.length > 0);
  const supported = hasUnknown ? await supportedClaims(run) : [];
  checkEach(templates, ({ keys, createProblem }) => {
    const [problem] = checkClaimKeys(keys, supported).problems;
    if (problem !== undefined) {
      throw createProblem(`is invalid: ${problem} For example: include-claim-keys: repo, context, job_workflow_ref`);
    }
  });
}

/** Returns warnings about the configured keys. */
export function keyWarnings(entries: readonly TemplateEntry[]): readonly string[] {
  const keys = entries.flatMap(({ goal }) => (goal?.form.form === "keys" ? [goal.form.keys] : []));
  return [...new Set(keys.flatMap((keys) => checkClaimKeys(keys).warnings))];
}
