import { Octokit } from "octokit";
import type { StartClient } from "./client.ts";
import { wireRequest } from "./job.ts";

const SILENT = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

/** As its own defaults do: whatever was refused is repeated once. */
const isFirstRefusal = (_retryAfter: number, { request }: { readonly request: { readonly retryCount?: number } }) =>
  request.retryCount === 0;

let started = 0;

/** Octokit with the plugins and the defaults that it comes with. */
export const startOctokit: StartClient = ({ fetch }) => {
  const octokit = new Octokit({
    auth: "ghp_x",
    request: { fetch },
    log: SILENT,
    throttle: {
      // Clients without a name of their own share their queues, which processes can't.
      id: `process-${started++}`,
      onRateLimit: isFirstRefusal,
      onSecondaryRateLimit: isFirstRefusal,
    },
  });
  return async (job) => {
    const { method, path, body } = wireRequest(job);
    await octokit.request(`${method} ${path}`, { ...body });
  };
};
