import { getArtifact, getArtifactArchive, listArtifacts, listWorkflowRunArtifacts } from "@forgehand/core/operations";
import { expiringLink } from "../../expiring-link.ts";
import { type RepositoryCall, renderPage, repositoryHandler } from "../../http/handler.ts";
import { gone, notFound, requireFound } from "../../http-error.ts";
import { isExpired, renderArtifact } from "../../objects/artifact.ts";
import * as state from "../../state/artifacts.ts";
import type { RowPage } from "../../state/database.ts";
import { findWorkflowRun } from "../../state/workflow-runs.ts";

/** Lifetime of a download link, as documented by GitHub. */
const LINK_SECONDS = 60;

export const artifacts = [
  repositoryHandler(listArtifacts, ({ name }, call) => {
    const { context, repository, page } = call;
    return renderArtifacts(call, state.artifactsOf(context.db, { repositoryId: repository.id, name }, page));
  }),

  repositoryHandler(listWorkflowRunArtifacts, ({ run_id, name, direction }, call) => {
    const { context, repository, page } = call;
    const run = requireFound(findWorkflowRun(context.db, repository.id, run_id));
    const filter = { repositoryId: repository.id, runId: run.id, name };
    return renderArtifacts(call, state.artifactsOf(context.db, filter, page, direction));
  }),

  repositoryHandler(getArtifact, ({ artifact_id }, { context, repository }) =>
    renderArtifact(context, repository, requireFound(state.findArtifact(context.db, repository.id, artifact_id))),
  ),

  repositoryHandler(getArtifactArchive, ({ artifact_id, archive_format }, { context, repository }) => {
    const artifact = requireFound(state.findArtifact(context.db, repository.id, artifact_id));
    if (archive_format !== "zip") throw notFound();
    if (isExpired(context, artifact)) throw gone("Artifact has expired");
    const file = `${encodeURIComponent(artifact.name)}.zip`;
    return expiringLink(context, `/_services/artifacts/${artifact.id}/${file}`, LINK_SECONDS);
  }),
];

function renderArtifacts(call: RepositoryCall, rows: RowPage<state.Artifact>) {
  const { context, repository } = call;
  const artifacts = renderPage(call, rows, (artifact) => renderArtifact(context, repository, artifact));
  return { total_count: rows.total, artifacts };
}
