import { findObjectHeader } from "../state/git-store.ts";
import type { GitCall } from "./authorize-git.ts";
import { addRequestLine, createFetchRequest, type FetchRequest, readSha } from "./fetch-request.ts";
import {
  createPacketReader,
  encodePacket,
  FLUSH_PACKET,
  GitProtocolError,
  type PacketReader,
  readLines,
} from "./packet-line.ts";
import { type FetchPlan, planFetch } from "./plan-fetch.ts";
import { sendPack } from "./send-pack.ts";
import { bandPacketLimit } from "./side-band.ts";

/**
 * Serves a request for a pack in protocol version 0 or 1. Clients repeat it with more objects that they have until the
 * response is a pack.
 * @see https://git-scm.com/docs/pack-protocol
 */
export async function* serveUploadPack(call: GitCall, body: Buffer): AsyncGenerator<Uint8Array> {
  const packets = createPacketReader(body);
  const request = createFetchRequest();
  for (const line of readLines(packets)) readRequestLine(request, line);
  if (request.wants.length === 0) return;
  const plan = planFetch(call, request);
  if (plan.boundaryPackets) {
    yield* plan.boundaryPackets;
    yield FLUSH_PACKET;
    // Clients first request the boundary alone.
    if (packets.rest().length === 0) return;
  }
  const common = new Set<string>();
  const isComplete = yield* negotiate(packets, plan, request.options, common);
  if (isComplete) yield* sendPack(plan, common, request, bandPacketLimit(request.options));
}

/** Reads a line of the request. The first one also has the client's capabilities. */
function readRequestLine(request: FetchRequest, line: string): void {
  const [kind = "", id = "", ...capabilities] = line.replace("\0", " ").split(" ");
  if (kind === "want") {
    for (const capability of capabilities) request.options.add(capability);
    addRequestLine(request, `want ${id}`);
  } else if (!addRequestLine(request, line))
    throw new GitProtocolError(`git upload-pack: expected want, got '${line}'`);
}

/**
 * Acknowledges the objects that both sides have, and adds them to `common`.
 * @returns whether the client now expects the pack
 */
function* negotiate(
  packets: PacketReader,
  plan: FetchPlan,
  options: ReadonlySet<string>,
  common: Set<string>,
): Generator<Uint8Array, boolean> {
  const isDetailed = options.has("multi_ack_detailed");
  const acknowledgesAll = isDetailed || options.has("multi_ack");
  const isConnected = () => common.size > 0 && plan.isConnectedTo(common);
  const acknowledge = (sha: string, state: string) => encodePacket(`ACK ${sha}${state}\n`);
  let last = "";
  let isReady = false;
  let hasUnknown = false;
  for (let packet = packets.next(); packet?.kind === "line"; packet = packets.next()) {
    const { line } = packet;
    if (line === "done") {
      if (common.size === 0) yield encodePacket("NAK\n");
      else if (acknowledgesAll) yield acknowledge(last, "");
      return true;
    }
    if (!line.startsWith("have ")) throw new GitProtocolError(`git upload-pack: expected SHA1 list, got '${line}'`);
    const sha = readSha(line.slice("have ".length));
    if (findObjectHeader(plan.store, sha)) {
      common.add(sha);
      last = sha;
      if (acknowledgesAll) yield acknowledge(sha, isDetailed ? " common" : " continue");
      else if (common.size === 1) yield acknowledge(sha, "");
    } else {
      hasUnknown = true;
      if (!acknowledgesAll || !isConnected()) continue;
      isReady = isDetailed;
      yield acknowledge(sha, isDetailed ? " ready" : " continue");
    }
  }
  if (isDetailed && !hasUnknown && isConnected()) {
    isReady = true;
    yield acknowledge(last, " ready");
  }
  if (common.size === 0 || acknowledgesAll) yield encodePacket("NAK\n");
  if (!isReady || !options.has("no-done")) return false;
  yield acknowledge(last, "");
  return true;
}
