import { getRuleSuite, listRuleSuites } from "@forgehand/core/operations";
import { canSeeRepository } from "../../callers/permission.ts";
import { visibleRepositories } from "../../callers/visible.ts";
import { organizationHandler, renderPage } from "../../http/handler.ts";
import { notFound } from "../../http-error.ts";
import { renderEvaluatedRuleSuite, renderRuleSuite } from "../../objects/rule-suite.ts";
import { getRepository } from "../../state/repositories.ts";
import * as state from "../../state/rule-suites.ts";
import { timestamp } from "../../timestamp.ts";

const HOUR_MILLISECONDS = 60 * 60 * 1000;
const PERIOD_MILLISECONDS = {
  hour: HOUR_MILLISECONDS,
  day: 24 * HOUR_MILLISECONDS,
  week: 7 * 24 * HOUR_MILLISECONDS,
  month: 30 * 24 * HOUR_MILLISECONDS,
} as const;

export const ruleSuites = [
  organizationHandler(listRuleSuites, (input, call) => {
    const { context, organization, caller, page } = call;
    const { time_period = "day", rule_suite_result: result = "all", evaluate_status: status = "all" } = input;
    const now = context.now();
    const filter = {
      from: timestamp(new Date(now.getTime() - PERIOD_MILLISECONDS[time_period])),
      to: timestamp(now),
      ref: input.ref,
      repository: input.repository_name,
      actor: input.actor_name,
      result: result === "all" ? undefined : result,
      enforcement: status === "all" ? undefined : status,
    };
    const found = state.ruleSuitesOf(context.db, organization.id, visibleRepositories(caller), filter, page);
    return renderPage(call, found, (suite) => renderRuleSuite(context, suite));
  }),

  organizationHandler(getRuleSuite, ({ rule_suite_id }, { context, organization, caller }) => {
    const suite = state.ruleSuites.find(context.db, { id: rule_suite_id });
    const repository = suite && getRepository(context.db, suite.repository_id);
    if (!suite || repository?.owner_id !== organization.id || !canSeeRepository(context, caller, repository))
      throw notFound();
    return renderEvaluatedRuleSuite(context, suite);
  }),
];
