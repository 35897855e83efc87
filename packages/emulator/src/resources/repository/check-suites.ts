import {
  createCheckSuite,
  getCheckSuite,
  listCheckSuites,
  rerequestCheckSuite,
  setCheckSuitePreferences,
} from "@forgehand/core/operations";
import { actorOf } from "../../callers/caller.ts";
import { engineContextFor } from "../../deliveries/events/workflows.ts";
import * as effects from "../../effects/checks.ts";
import { type RepositoryCall, renderPage, repositoryHandler, requireActor } from "../../http/handler.ts";
import { reply } from "../../http/reply.ts";
import { customFieldError, notFound, requireFound } from "../../http-error.ts";
import { renderAppSuiteResponse, renderRunSuiteDetails } from "../../objects/check-suite.ts";
import { renderSimpleRepository } from "../../objects/repository.ts";
import { apps } from "../../state/apps.ts";
import * as state from "../../state/check-runs.ts";
import { rerunJobs } from "../../state/workflow-engine.ts";
import { latestJobs } from "../../state/workflow-jobs.ts";
import { runsOfSuite } from "../../state/workflow-runs.ts";
import { requireCallingApp, requireCheckedCommit, requireHeadSha } from "../shared/checked-commit.ts";
import { withSettledRuns } from "../shared/with-settled-runs.ts";

export const checkSuites = withSettledRuns([
  repositoryHandler(listCheckSuites, ({ ref, app_id: appId, check_name: name }, call) => {
    const { context, repository, page } = call;
    const filter = { repositoryId: repository.id, sha: requireCheckedCommit(call, ref), appId, name };
    const rowPage = state.listSuites(context.db, filter, page);
    const check_suites = renderPage(call, rowPage, ({ id }) => requireFound(findSuite(call, id)));
    return { total_count: rowPage.total, check_suites };
  }),

  repositoryHandler(getCheckSuite, ({ check_suite_id }, call) => requireFound(findSuite(call, check_suite_id))),

  repositoryHandler(createCheckSuite, ({ head_sha }, call) => {
    const { context, repository } = call;
    const appId = requireCallingApp(call);
    requireHeadSha(call, head_sha);
    const update = { context, repository, sender: requireActor(call) };
    const { suite, isNew } = effects.ensureCheckSuite(update, appId, head_sha);
    return reply(isNew ? 201 : 200, renderAppSuiteResponse(context, repository, suite));
  }),

  repositoryHandler(rerequestCheckSuite, ({ check_suite_id: id }, call) => {
    const { context, repository } = call;
    const { db } = context;
    const suite = state.checkSuites.find(db, { id, repository_id: repository.id });
    if (suite) {
      effects.rerequestCheckSuite({ context, repository, sender: requireActor(call) }, suite);
      return {};
    }
    rerunWorkflows(call, id);
    return {};
  }),

  repositoryHandler(setCheckSuitePreferences, ({ auto_trigger_checks: given = [] }, { context, repository }) => {
    const { db } = context;
    db.transaction(() => {
      for (const { app_id, setting } of given) {
        if (!apps.has(db, { id: app_id })) {
          throw customFieldError("CheckSuite", "auto_trigger_checks", `App ${app_id} doesn't exist`);
        }
        state.checkSuitePreferences.put(db, { repository_id: repository.id, app_id, setting });
      }
    });
    const stored = state.checkSuitePreferences.all(db, { repository_id: repository.id }, "app_id");
    const auto_trigger_checks = stored.map(({ app_id, setting }) => ({ app_id, setting }));
    return { preferences: { auto_trigger_checks }, repository: renderSimpleRepository(context, repository) };
  }),
]);

/** Renders a check suite: one that an app created, or that of workflow runs. */
function findSuite({ context, repository }: RepositoryCall, id: number) {
  const suite = state.checkSuites.find(context.db, { id, repository_id: repository.id });
  if (suite) return renderAppSuiteResponse(context, repository, suite);
  const [run] = runsOfSuite(context.db, repository.id, id);
  return (
    run && {
      ...renderRunSuiteDetails(context, repository, run),
      repository: renderSimpleRepository(context, repository),
    }
  );
}

/** Runs the workflows of a check suite again. Those that have not completed continue. */
function rerunWorkflows({ context, caller, repository }: RepositoryCall, suiteId: number): void {
  const { db } = context;
  const runs = runsOfSuite(db, repository.id, suiteId);
  if (runs.length === 0) throw notFound();
  const options = { by: actorOf(caller)?.id ?? null, debug: false, debugger: false };
  for (const { id } of runs.filter(({ status }) => status === "completed")) {
    const names = latestJobs(db, id).map(({ name }) => name);
    rerunJobs(engineContextFor(context), id, names, options, context.now());
  }
}
