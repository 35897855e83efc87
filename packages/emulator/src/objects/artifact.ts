import type { EmulatorContext } from "../emulator-context.ts";
import type { Artifact } from "../state/artifacts.ts";
import { fullNameOf, type Repository } from "../state/repositories.ts";
import { timestamp } from "../timestamp.ts";
import { nodeId } from "./user.ts";

/** Whether an artifact can no longer be downloaded. */
export function isExpired({ now }: Pick<EmulatorContext, "now">, { expires_at }: Artifact): boolean {
  return expires_at <= timestamp(now());
}

/** Renders an artifact. */
export function renderArtifact(context: EmulatorContext, repository: Repository, artifact: Artifact) {
  const { id, name, size, digest, created_at, expires_at } = artifact;
  const { run_id, repository_id, head_repository_id, head_branch, head_sha } = artifact;
  const url = `${context.apiUrl}/repos/${fullNameOf(context.db, repository)}/actions/artifacts/${id}`;
  return {
    id,
    node_id: nodeId("Artifact", id),
    name,
    size_in_bytes: size,
    url,
    archive_download_url: `${url}/zip`,
    expired: isExpired(context, artifact),
    digest,
    created_at,
    updated_at: created_at,
    expires_at,
    workflow_run: {
      id: run_id,
      repository_id,
      ...(head_repository_id === null ? {} : { head_repository_id }),
      ...(head_branch === null ? {} : { head_branch }),
      head_sha,
    },
  };
}
