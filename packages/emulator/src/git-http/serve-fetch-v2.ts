import { findObjectHeader } from "../state/git-store.ts";
import { listRefLines } from "./advertise.ts";
import type { GitCall } from "./authorize-git.ts";
import { addRequestLine, createFetchRequest, readSha } from "./fetch-request.ts";
import {
  createPacketReader,
  DELIMITER_PACKET,
  encodePacket,
  FLUSH_PACKET,
  GitProtocolError,
  MAX_PACKET_BYTES,
  readLines,
} from "./packet-line.ts";
import { planFetch } from "./plan-fetch.ts";
import { sendPack } from "./send-pack.ts";

/**
 * Serves a command of protocol version 2.
 * @see https://git-scm.com/docs/protocol-v2
 */
export async function* serveCommand(call: GitCall, body: Buffer): AsyncGenerator<Uint8Array> {
  const packets = createPacketReader(body);
  const [command, ...capabilities] = readLines(packets);
  if (command === undefined) return;
  const format = capabilities.find((line) => line.startsWith("object-format="));
  if (format !== undefined && format !== "object-format=sha1") {
    throw new GitProtocolError(
      `mismatched object format: server sha1; client ${format.slice("object-format=".length)}`,
    );
  }
  const args = [...readLines(packets)];
  if (command === "command=ls-refs") yield* listRefLines(call, args);
  else if (command === "command=fetch") yield* serveFetch(call, args);
  else throw new GitProtocolError(`invalid command '${command}'`);
}

/** Arguments of a fetch without values. The packs have no deltas, so those about deltas have no effect. */
const OPTIONS: ReadonlySet<string> = new Set([
  "done",
  "thin-pack",
  "no-progress",
  "include-tag",
  "ofs-delta",
  "deepen-relative",
  "wait-for-done",
]);

async function* serveFetch(call: GitCall, args: readonly string[]): AsyncGenerator<Uint8Array> {
  const request = createFetchRequest();
  const haves: string[] = [];
  for (const line of args) {
    if (OPTIONS.has(line)) request.options.add(line);
    else if (line.startsWith("have ")) haves.push(readSha(line.slice("have ".length)));
    else if (!addRequestLine(request, line)) throw new GitProtocolError(`unexpected line: '${line}'`);
  }
  const { options, wants } = request;
  if (wants.length === 0 && !options.has("wait-for-done")) return;
  const plan = planFetch(call, request);
  const common = new Set(haves.filter((sha) => findObjectHeader(plan.store, sha)));
  if (!options.has("done") && haves.length > 0) {
    yield encodePacket("acknowledgments\n");
    if (common.size === 0) yield encodePacket("NAK\n");
    for (const sha of common) yield encodePacket(`ACK ${sha}\n`);
    if (options.has("wait-for-done") || common.size === 0 || !plan.isConnectedTo(common)) {
      yield FLUSH_PACKET;
      return;
    }
    yield encodePacket("ready\n");
    yield DELIMITER_PACKET;
  }
  if (plan.boundaryPackets) {
    yield encodePacket("shallow-info\n");
    yield* plan.boundaryPackets;
    yield DELIMITER_PACKET;
  }
  yield encodePacket("packfile\n");
  yield* sendPack(plan, common, request, MAX_PACKET_BYTES);
}
