import type { IncomingMessage, ServerResponse } from "node:http";
import { API_PATH, type Api } from "./api.ts";
import { type Target, targetOf } from "./target.ts";

/** Answers a request of Node's. */
export type Listener = (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void>;

/**
 * Answers every request: the API at once, and what else there is when it has been loaded, as few ever ask for it.
 * @param log hears a line of each request that was answered
 */
export function createListener(api: Api, loadSite: () => Promise<Listener>, log?: (line: string) => void): Listener {
  let site: Promise<Listener> | undefined;

  async function answer(incoming: IncomingMessage, outgoing: ServerResponse, target: Target): Promise<void> {
    if (isApi(target)) return api(incoming, outgoing, target);
    site ??= loadSite();
    return (await site)(incoming, outgoing);
  }

  return async (incoming, outgoing) => {
    const target = targetOf(incoming);
    if (log) outgoing.on("finish", () => log(`${outgoing.statusCode} ${incoming.method} ${target.path}`));
    try {
      await answer(incoming, outgoing, target);
    } catch (error) {
      const told = error instanceof Error ? (error.stack ?? error.message) : String(error);
      process.stderr.write(`${incoming.method} ${target.path}: ${told}\n`);
      // Whatever was on its way is not to be taken for an answer.
      outgoing.destroy();
    }
  };
}

const isApi = ({ path }: Target) => path.startsWith(API_PATH) && (path[API_PATH.length] ?? "/") === "/";
