import { Octokit } from "octokit";
import type { StartClient } from "./client.ts";
import { wireRequest } from "./job.ts";

const SILENT = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

/** Octokit's default behavior: a rejected request is retried once. */
const isFirstAttempt = (_retryAfter: number, { request }: { readonly request: { readonly retryCount?: number } }) =>
  request.retryCount === 0;

let started = 0;

/** Octokit with its default plugins and options. */
export const startOctokit: StartClient = ({ fetch }) => {
  const octokit = new Octokit({
    auth: "ghp_x",
    request: { fetch },
    log: SILENT,
    throttle: {
      // Clients with the same id share their queues, which separate processes cannot.
      id: `process-${started++}`,
      onRateLimit: isFirstAttempt,
      onSecondaryRateLimit: isFirstAttempt,
    },
  });
  return async (job) => {
    const { method, path, body } = wireRequest(job);
    await octokit.request(`${method} ${path}`, { ...body });
  };
};
