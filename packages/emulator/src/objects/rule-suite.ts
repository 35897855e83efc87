import { getAccount } from "../state/accounts.ts";
import { getRepository } from "../state/repositories.ts";
import type { RuleSuite } from "../state/rule-suites.ts";
import type { World } from "../world.ts";

/** A push that was held against the rules (document 2, Rule suite). What there isn't is left out, as lists know no null. */
export function renderRuleSuite({ db }: World, suite: RuleSuite) {
  const { evaluations: _, actor_id, evaluation_result, ...fields } = suite;
  return {
    ...fields,
    ...(actor_id === null ? {} : { actor_id, actor_name: getAccount(db, actor_id).login }),
    ...(evaluation_result === null ? {} : { evaluation_result }),
    repository_name: getRepository(db, suite.repository_id)?.name ?? "",
  };
}

/** The same with what each rule said. */
export function renderEvaluatedRuleSuite(world: World, suite: RuleSuite) {
  return { ...renderRuleSuite(world, suite), rule_evaluations: suite.evaluations };
}
