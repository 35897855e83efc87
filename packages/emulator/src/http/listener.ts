import type { IncomingMessage, ServerResponse } from "node:http";
import { API_PATH, type Api } from "./api.ts";
import type { RequestLog } from "./request-log.ts";
import { type Target, targetOf } from "./target.ts";

/** Answers a request of Node's. */
export type Listener = (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void>;

/** Answers every request of a service. */
interface Requests {
  readonly listen: Listener;
  /** Resolves when none is under way: one whose connection was cut may still be writing. */
  settled(): Promise<unknown>;
}

/** Where one asks whether the service is up; so that asking often costs nobody anything, no log and no limit knows of it. */
const HEALTH_PATH = "/_health";

/**
 * Answers every request: the API at once, and what else there is when it has been loaded, as few ever ask for it.
 * @param log hears of requests beside the API; the API's own calls tell of themselves
 */
export function createListener(api: Api, loadSite: () => Promise<Listener>, log?: RequestLog): Requests {
  const underWay = new Set<Promise<void>>();
  let site: Promise<Listener> | undefined;

  async function answer(incoming: IncomingMessage, outgoing: ServerResponse, target: Target): Promise<void> {
    if (isApi(target)) {
      // What a browser asks before it calls is no call yet.
      if (incoming.method === "OPTIONS") log?.watch(incoming, outgoing, target);
      return api(incoming, outgoing, target);
    }
    if (target.path === HEALTH_PATH) return tellHealth(outgoing);
    log?.watch(incoming, outgoing, target);
    site ??= loadSite();
    return (await site)(incoming, outgoing);
  }

  async function listen(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const target = targetOf(incoming);
    try {
      await answer(incoming, outgoing, target);
    } catch (error) {
      const told = error instanceof Error ? (error.stack ?? error.message) : String(error);
      process.stderr.write(`${incoming.method} ${target.path}: ${told}\n`);
      // Whatever was on its way is not to be taken for an answer.
      outgoing.destroy();
    }
  }

  return {
    listen(incoming, outgoing) {
      const answered = listen(incoming, outgoing).finally(() => underWay.delete(answered));
      underWay.add(answered);
      return answered;
    },
    settled: () => Promise.all(underWay),
  };
}

const isApi = ({ path }: Target) => path.startsWith(API_PATH) && (path[API_PATH.length] ?? "/") === "/";

/** It listens only once everything is there, so that answering at all is the answer. */
function tellHealth(outgoing: ServerResponse): void {
  outgoing.writeHead(200, { "content-type": "application/json", "cache-control": "no-store" }).end('{"status":"up"}');
}
