import { createReceiver, isDeliveryError, readDelivery, signDelivery, verifySignature } from "@forgehand/core/webhooks";

// Bundled with the built package, once; every runtime gets the same bytes.

const SECRETS = ["the next secret", "It's a Secret to Everybody"];
const [, SECRET = ""] = SECRETS;
const PUBLISHED = "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17";

const handled: string[] = [];

/** Receives deliveries in whichever runtime this is. */
export const receiver = createReceiver({
  secrets: SECRETS,
  on: {
    star: ({ guid, payload: { action, sender } }) => handled.push(`${guid} ${action} by ${sender.login}`),
    fork() {
      throw new Error("forks can't be handled here");
    },
  },
  onError() {},
});

/** What a runtime makes of deliveries: the same everywhere. @param payload a star's */
export async function receiving(payload: object): Promise<Readonly<Record<string, unknown>>> {
  const sent = { event: "star", payload, secret: SECRET, guid: "one" } as const;
  const post = async (delivery: Parameters<typeof signDelivery>[0], change: (body: Uint8Array) => void = () => {}) => {
    const { method, headers, body } = await signDelivery(delivery);
    change(body);
    const response = await receiver({ method, headers: new Headers(headers), body: streamOf(body) });
    return `${response.status} ${await response.text()}`.trim();
  };
  const form = await signDelivery({ ...sent, contentType: "form" });
  const read = await readDelivery(form, { secrets: SECRETS });
  return {
    published: await verifySignature(
      new TextEncoder().encode("Hello, World!"),
      { "x-hub-signature-256": PUBLISHED },
      SECRETS,
    ),
    read: read.is("star", "created") && [read.guid, read.hookId, read.target, read.payload.starred_at],
    first: await post(sent),
    again: await post(sent),
    failing: await post({ ...sent, event: "fork", guid: "two" }),
    forged: await post({ ...sent, guid: "three" }, (body) => body.fill(32, 10, 11)),
    unsigned: await post({ event: "star", payload, guid: "four" }),
    unknown: await post({ ...sent, event: "brand_new", guid: "five", payload: { new: true } }),
    large: await readDelivery({ headers: form.headers, body: endless() }, { secrets: SECRET }).catch((error) =>
      isDeliveryError(error) ? error.status : String(error),
    ),
    handled,
  };
}

/** In two pieces, as a network may cut it. */
function streamOf(body: Uint8Array): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(body.subarray(0, 1000));
      controller.enqueue(body.subarray(1000));
      controller.close();
    },
  });
}

function endless(): ReadableStream<Uint8Array> {
  return new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(1024 * 1024)) });
}
