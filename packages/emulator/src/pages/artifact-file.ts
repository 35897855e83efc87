import type { EmulatorContext } from "../emulator-context.ts";
import { isLinkValid } from "../expiring-link.ts";
import { artifacts } from "../state/artifacts.ts";

/** Serves `/_services/artifacts/{id}/...`: the archive of an artifact, for a link that has not expired. */
export function serveArtifact(context: EmulatorContext, request: Request, id: number): Response {
  if (!isLinkValid(context, new URL(request.url))) return new Response("The link has expired.", { status: 403 });
  const artifact = artifacts.find(context.db, { id });
  if (!artifact) return new Response("The artifact is gone.", { status: 404 });
  const disposition = `attachment; filename*=UTF-8''${encodeURIComponent(`${artifact.name}.zip`)}`;
  return new Response(Buffer.from(artifact.content), {
    headers: { "content-type": "application/zip", "content-disposition": disposition },
  });
}
