import { createReceiver, isDeliveryError, readDelivery, signDelivery, verifySignature } from "@forgehand/core/webhooks";

// Bundled once with the built package; every runtime runs the same code.

const SECRETS = ["the next secret", "It's a Secret to Everybody"];
const [, SECRET = ""] = SECRETS;
const PUBLISHED_SIGNATURE = "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17";

const handledDeliveries: string[] = [];

/** Receives deliveries in any runtime. */
export const receiver = createReceiver({
  secrets: SECRETS,
  on: {
    star: ({ guid, payload: { action, sender } }) => handledDeliveries.push(`${guid} ${action} by ${sender.login}`),
    public() {
      throw new Error("published repositories can't be handled here");
    },
  },
  onError() {},
});

/**
 * Runs all deliveries of the test and returns the results, which are the same in every runtime.
 * @param payload payload of a star event
 */
export async function receiveDeliveries(payload: object): Promise<Readonly<Record<string, unknown>>> {
  const delivery = { event: "star", payload, secret: SECRET, guid: "one" } as const;
  const post = async (delivery: Parameters<typeof signDelivery>[0], corrupt: (body: Uint8Array) => void = () => {}) => {
    const { method, headers, body } = await signDelivery(delivery);
    corrupt(body);
    const response = await receiver({ method, headers: new Headers(headers), body: streamOf(body) });
    return `${response.status} ${await response.text()}`.trim();
  };
  const formDelivery = await signDelivery({ ...delivery, contentType: "form" });
  const read = await readDelivery(formDelivery, { secrets: SECRETS });
  return {
    published: await verifySignature(
      new TextEncoder().encode("Hello, World!"),
      { "x-hub-signature-256": PUBLISHED_SIGNATURE },
      SECRETS,
    ),
    read: read.is("star", "created") && [read.guid, read.hookId, read.target, read.payload.starred_at],
    first: await post(delivery),
    again: await post(delivery),
    failing: await post({ ...delivery, event: "public", guid: "two" }),
    forged: await post({ ...delivery, guid: "three" }, (body) => body.fill(32, 10, 11)),
    unsigned: await post({ event: "star", payload, guid: "four" }),
    unknown: await post({ ...delivery, event: "brand_new", guid: "five", payload: { new: true } }),
    large: await readDelivery({ headers: formDelivery.headers, body: endlessStream() }, { secrets: SECRET }).catch(
      (error) => (isDeliveryError(error) ? error.status : String(error)),
    ),
    handled: handledDeliveries,
  };
}

/** Creates a stream of two chunks, as a network could deliver them. */
function streamOf(body: Uint8Array): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(body.subarray(0, 1000));
      controller.enqueue(body.subarray(1000));
      controller.close();
    },
  });
}

function endlessStream(): ReadableStream<Uint8Array> {
  return new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(1024 * 1024)) });
}
