import type { EmulatorContext } from "../emulator-context.ts";
import { getAccount } from "../state/accounts.ts";
import { getRepository } from "../state/repositories.ts";
import type { RuleSuite } from "../state/rule-suites.ts";

/** Renders a rule suite. Missing values are omitted, because the API does not use null here. */
export function renderRuleSuite({ db }: EmulatorContext, suite: RuleSuite) {
  const { evaluations: _, actor_id, evaluation_result, ...fields } = suite;
  return {
    ...fields,
    ...(actor_id === null ? {} : { actor_id, actor_name: getAccount(db, actor_id).login }),
    ...(evaluation_result === null ? {} : { evaluation_result }),
    repository_name: getRepository(db, suite.repository_id)?.name ?? "",
  };
}

export function renderEvaluatedRuleSuite(context: EmulatorContext, suite: RuleSuite) {
  return { ...renderRuleSuite(context, suite), rule_evaluations: suite.evaluations };
}
