import type { CallDefinition } from "../../contract/call-definition.ts";
import type { AnyOperation } from "../../contract/operation-types.ts";
import type { CallPipeline } from "../call-pipeline.ts";
import type { Clock } from "../clock.ts";
import { followUpOptions } from "../follow-up-options.ts";
import type { CallRequest, Send } from "../middleware.ts";

/** Plain data, as the build makes it of the contract's operations. */
const findRepositoryDefinition: CallDefinition = {
  success: { 200: true, 404: false },
  access: { tokens: ["classic", "oauth"], requirements: [] },
  retry: "safe",
};
const findRepository: AnyOperation = {
  route: "GET /repos/{owner}/{repo}",
  method: "GET",
  path: "/repos/{owner}/{repo}",
  define: () => findRepositoryDefinition,
};

interface ProbeDeps extends Pick<CallPipeline, "buildRequest" | "read"> {
  readonly send: Send;
  readonly clock: Clock;
}

/** Returns whether the token can see the repository that a request is about. */
export async function canSeeRepository(
  { buildRequest, read, send, clock }: ProbeDeps,
  request: CallRequest,
): Promise<unknown> {
  const { owner, repo } = request.input;
  const probe = await buildRequest(findRepository, { owner, repo }, followUpOptions(request, clock));
  return read(probe, await send(probe));
}
