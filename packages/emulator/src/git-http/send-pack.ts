import type { FetchRequest } from "./fetch-request.ts";
import { FLUSH_PACKET } from "./packet-line.ts";
import type { FetchPlan } from "./plan-fetch.ts";
import { BANDS, encodeBand } from "./side-band.ts";
import { writePack } from "./write-pack.ts";

/**
 * Sends the pack at the end of a response.
 * @param maxPacketBytes undefined to send it without bands
 */
export async function* sendPack(
  { store, select }: FetchPlan,
  common: ReadonlySet<string>,
  { options }: FetchRequest,
  maxPacketBytes: number | undefined,
): AsyncGenerator<Uint8Array> {
  const shas = select(common);
  if (maxPacketBytes === undefined) {
    yield* writePack(store, shas);
    return;
  }
  if (!options.has("no-progress")) {
    const count = shas.length;
    const lines = [
      `Enumerating objects: ${count}, done.\n`,
      `Counting objects: 100% (${count}/${count}), done.\n`,
      `Total ${count} (delta 0), reused 0 (delta 0), pack-reused 0\n`,
    ];
    yield* encodeBand(BANDS.message, lines.join(""), maxPacketBytes);
  }
  for await (const chunk of writePack(store, shas)) yield* encodeBand(BANDS.data, chunk, maxPacketBytes);
  yield FLUSH_PACKET;
}
