import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { EmulatorContext } from "../emulator-context.ts";
import { HttpError } from "../http-error.ts";
import { advertise } from "./advertise.ts";
import { authorizeGit, type GitCall } from "./authorize-git.ts";
import type { GitService, GitTarget } from "./git-target.ts";
import { encodePacket, GitProtocolError } from "./packet-line.ts";
import { readGitBody } from "./read-git-body.ts";
import { serveUploadPack } from "./serve-fetch-v0.ts";
import { serveCommand } from "./serve-fetch-v2.ts";
import { servePush } from "./serve-push.ts";

/** Maximum size of a request's body in megabytes. */
const MAX_MEGABYTES: Readonly<Record<GitService, number>> = { "git-upload-pack": 16, "git-receive-pack": 256 };

/** A response, which is sent as it is created. */
interface GitResponse {
  readonly type: string;
  readonly chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

/** Serves a request of git over HTTP. */
export async function serveGit(
  context: EmulatorContext,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  target: GitTarget,
): Promise<void> {
  try {
    const { type, chunks } = await respond(context, incoming, target);
    outgoing.writeHead(200, { "content-type": type, "cache-control": "no-cache" });
    await pipeline(Readable.from(withErrors(chunks), { objectMode: false }), outgoing);
  } catch (error) {
    // A client that has closed its connection gets no response.
    if (outgoing.destroyed) return;
    if (outgoing.headersSent || !(error instanceof HttpError)) throw error;
    sendError(incoming, outgoing, error);
  }
}

async function respond(context: EmulatorContext, incoming: IncomingMessage, target: GitTarget): Promise<GitResponse> {
  const { action } = target;
  const isAdvertisement = action === "info/refs";
  const service = isAdvertisement ? requestedService(target) : serviceOf(action);
  if (!service) throw unsupported(target);
  const allowed = isAdvertisement ? "GET" : "POST";
  if (incoming.method !== allowed) {
    throw new HttpError(405, `The method must be ${allowed}.`, undefined, { allow: allowed });
  }
  const call = await authorizeGit(context, target, service, incoming.headers.authorization);
  const version = protocolVersion(incoming);
  if (isAdvertisement) {
    return { type: `application/x-${service}-advertisement`, chunks: advertise(call, service, version) };
  }
  if (incoming.headers["content-type"] !== `application/x-${service}-request`) {
    throw new HttpError(415, `The content type must be application/x-${service}-request.`);
  }
  const body = await readGitBody(incoming, MAX_MEGABYTES[service]);
  return { type: `application/x-${service}-result`, chunks: serve(call, service, version, body) };
}

function serve(call: GitCall, service: GitService, version: number, body: Buffer): GitResponse["chunks"] {
  if (service === "git-receive-pack") return servePush(call, body);
  return version === 2 ? serveCommand(call, body) : serveUploadPack(call, body);
}

/** Ends a response with an error of the protocol, which git prints. */
async function* withErrors(chunks: GitResponse["chunks"]): AsyncGenerator<Uint8Array> {
  try {
    yield* chunks;
  } catch (error) {
    if (!(error instanceof GitProtocolError)) throw error;
    yield encodePacket(`ERR ${error.message}`);
  }
}

function serviceOf(name: string | null): GitService | undefined {
  return name === "git-upload-pack" || name === "git-receive-pack" ? name : undefined;
}

function requestedService({ search }: GitTarget): GitService | undefined {
  return serviceOf(new URLSearchParams(search).get("service"));
}

/** Returns the version that the client prefers. */
function protocolVersion({ headers }: IncomingMessage): number {
  const preferred = String(headers["git-protocol"] ?? "").split(":");
  return preferred.includes("version=2") ? 2 : 0;
}

function unsupported({ action, search }: GitTarget): HttpError {
  if (action.startsWith("info/lfs/")) return new HttpError(501, "The emulator doesn't support Git LFS.");
  const service = new URLSearchParams(search).get("service") ?? action;
  if (service === "git-upload-archive") return new HttpError(403, "The emulator doesn't support git archive --remote.");
  return new HttpError(403, "The emulator doesn't support git's dumb HTTP protocol. Use git 1.6.6 or newer.");
}

/** Sends an error: git prints a text, and Git LFS reads JSON. */
function sendError(incoming: IncomingMessage, outgoing: ServerResponse, { status, message, headers }: HttpError): void {
  const isLfs = status === 501;
  const type = isLfs ? "application/vnd.git-lfs+json" : "text/plain; charset=utf-8";
  // The connection can't be used again if the body hasn't been read.
  const connection = incoming.complete ? {} : { connection: "close" };
  outgoing.writeHead(status, { "content-type": type, "cache-control": "no-cache", ...connection, ...headers });
  outgoing.end(isLfs ? JSON.stringify({ message }) : `${message}\n`);
}
