import { encodePacket, MAX_PACKET_BYTES } from "./packet-line.ts";

/** Bands of a response: data, and texts that git prints after `remote: `. */
export const BANDS = { data: 1, message: 2 } as const;

/** Capabilities of bands, with the maximum length of a packet. */
const PACKET_LIMITS = { "side-band-64k": MAX_PACKET_BYTES, "side-band": 1000 } as const;

/** Returns the maximum length of a packet with a band; undefined if the client supports no bands. */
export function bandPacketLimit(capabilities: ReadonlySet<string>): number | undefined {
  if (capabilities.has("side-band-64k")) return PACKET_LIMITS["side-band-64k"];
  return capabilities.has("side-band") ? PACKET_LIMITS["side-band"] : undefined;
}

/** Divides bytes into packets of a band. */
export function* encodeBand(
  band: (typeof BANDS)[keyof typeof BANDS],
  payload: string | Uint8Array,
  maxPacketBytes: number = MAX_PACKET_BYTES,
): Generator<Buffer> {
  const bytes = Buffer.from(payload);
  // The length and the number of the band count, too.
  const step = maxPacketBytes - 5;
  for (let at = 0; at < bytes.length; at += step) {
    yield encodePacket(Buffer.concat([Buffer.of(band), bytes.subarray(at, at + step)]));
  }
}
