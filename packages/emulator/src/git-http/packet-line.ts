// Git's packet lines: four hexadecimal digits with the length of the packet, then its payload.

/** Ends a message or a section of it. */
export const FLUSH_PACKET = Buffer.from("0000");

/** Separates the sections of a message of protocol version 2. */
export const DELIMITER_PACKET = Buffer.from("0001");

/** Maximum length of a packet with its four digits. */
export const MAX_PACKET_BYTES = 65520;

/** A request that violates git's protocol. */
export class GitProtocolError extends Error {
  override name = "GitProtocolError" as const;
}

/** A packet of a request. */
interface Packet {
  readonly kind: "line" | "flush" | "delimiter";
  /** The payload without its line break; empty unless it is a line. */
  readonly line: string;
}

/** Reads packets one after the other. */
export interface PacketReader {
  /** Returns the next packet; undefined at the end. */
  next(): Packet | undefined;
  /** Returns the bytes after the packets that have been read. */
  rest(): Buffer;
}

export function encodePacket(payload: string | Uint8Array): Buffer {
  const bytes = typeof payload === "string" ? Buffer.from(payload) : payload;
  const digits = (bytes.length + 4).toString(16).padStart(4, "0");
  return Buffer.concat([Buffer.from(digits), bytes]);
}

/** @throws GitProtocolError, when it reads, on bytes that aren't packets */
export function createPacketReader(bytes: Buffer): PacketReader {
  let at = 0;
  return {
    next() {
      if (at >= bytes.length) return undefined;
      const digits = bytes.toString("latin1", at, at + 4);
      if (!/^[0-9a-f]{4}$/i.test(digits)) throw new GitProtocolError(`bad line length character: ${digits}`);
      const length = Number.parseInt(digits, 16);
      const start = at + 4;
      at += Math.max(length, 4);
      if (length === 0) return { kind: "flush", line: "" };
      if (length === 1) return { kind: "delimiter", line: "" };
      if (length < 4 || at > bytes.length) throw new GitProtocolError(`bad line length ${length}`);
      return { kind: "line", line: bytes.toString("utf8", start, at).replace(/\n$/, "") };
    },
    rest: () => bytes.subarray(at),
  };
}

/** Reads lines up to the next flush packet or delimiter, or to the end. */
export function* readLines(packets: PacketReader): Generator<string, Packet["kind"] | undefined> {
  for (let packet = packets.next(); packet; packet = packets.next()) {
    if (packet.kind !== "line") return packet.kind;
    yield packet.line;
  }
  return undefined;
}
