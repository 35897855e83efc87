import { actorOf } from "../callers/caller.ts";
import { applyPush, type PushResult } from "./apply-push.ts";
import type { GitCall } from "./authorize-git.ts";
import { encodePacket, FLUSH_PACKET } from "./packet-line.ts";
import { parsePushRequest } from "./push-request.ts";
import { BANDS, bandPacketLimit, encodeBand } from "./side-band.ts";

/**
 * Serves a push and reports its outcome.
 * @see https://git-scm.com/docs/pack-protocol
 */
export function* servePush(call: GitCall, body: Buffer): Generator<Uint8Array> {
  const request = parsePushRequest(body);
  const sender = actorOf(call.caller);
  // Clients send an empty request to find out whether their credentials are valid.
  if (request.commands.length === 0 || !sender) return;
  const result = applyPush(call, request, sender);
  const { capabilities } = request;
  const hasReport = capabilities.has("report-status") || capabilities.has("report-status-v2");
  const report = hasReport ? encodeReport(result) : Buffer.alloc(0);
  const maxPacketBytes = bandPacketLimit(capabilities);
  if (maxPacketBytes === undefined) {
    yield report;
    return;
  }
  const text = result.messages.map((line) => `${line}\n`).join("");
  yield* encodeBand(BANDS.message, text, maxPacketBytes);
  yield* encodeBand(BANDS.data, report, maxPacketBytes);
  yield FLUSH_PACKET;
}

function encodeReport({ unpackProblem, refs }: PushResult): Buffer {
  const lines = [
    `unpack ${unpackProblem ?? "ok"}\n`,
    ...Array.from(refs, ([ref, reason]) => (reason === undefined ? `ok ${ref}\n` : `ng ${ref} ${reason}\n`)),
  ];
  return Buffer.concat([...lines.map(encodePacket), FLUSH_PACKET]);
}
