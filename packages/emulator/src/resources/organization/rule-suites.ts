import { getRuleSuite, listRuleSuites } from "@forgehand/core/operations";
import { isVisible } from "../../callers/reach.ts";
import { visibleTo } from "../../callers/visible.ts";
import { listed, onOrganization } from "../../http/call.ts";
import { notFound } from "../../http/refusal.ts";
import { renderEvaluatedRuleSuite, renderRuleSuite } from "../../objects/rule-suite.ts";
import { getRepository } from "../../state/repositories.ts";
import * as state from "../../state/rule-suites.ts";
import { timestamp } from "../../timestamp.ts";

const HOUR = 60 * 60 * 1000;
const PERIODS = { hour: HOUR, day: 24 * HOUR, week: 7 * 24 * HOUR, month: 30 * 24 * HOUR } as const;

export const ruleSuites = [
  onOrganization(listRuleSuites, (input, call) => {
    const { world, organization, caller, window } = call;
    const { time_period = "day", rule_suite_result: result = "all", evaluate_status: status = "all" } = input;
    const now = world.now();
    const filter = {
      from: timestamp(new Date(now.getTime() - PERIODS[time_period])),
      to: timestamp(now),
      ref: input.ref,
      repository: input.repository_name,
      actor: input.actor_name,
      result: result === "all" ? undefined : result,
      enforcement: status === "all" ? undefined : status,
    };
    const found = state.ruleSuitesOf(world.db, organization.id, visibleTo(caller), filter, window);
    return listed(call, found, (suite) => renderRuleSuite(world, suite));
  }),

  onOrganization(getRuleSuite, ({ rule_suite_id }, { world, organization, caller }) => {
    const suite = state.getRuleSuite(world.db, rule_suite_id);
    const repository = suite && getRepository(world.db, suite.repository_id);
    if (!suite || repository?.owner_id !== organization.id || !isVisible(world, caller, repository)) throw notFound();
    return renderEvaluatedRuleSuite(world, suite);
  }),
];
