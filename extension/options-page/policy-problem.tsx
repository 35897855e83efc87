import { t } from "../locales/i18n.ts";
import type { TextKey } from "../locales/text-keys.ts";
import type { Policy } from "../settings.ts";

const PROBLEM_TEXTS = {
  invalid: "policyInvalid",
  unreadable: "policyUnreadable",
} as const satisfies Record<NonNullable<Policy["problem"]>, TextKey>;

/** Explains why a policy restricts more than the administrator may have meant. */
export function PolicyProblem({ policy: { problem } }: { readonly policy: Policy }) {
  return problem && <p class="panel decided">{t(PROBLEM_TEXTS[problem])}</p>;
}
