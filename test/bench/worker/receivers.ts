import {
  createDeliveryReader,
  createReceiver,
  type DeliveryStore,
  type SignedDelivery,
  signDelivery,
} from "@forgehand/core/webhooks";
import { createWebMiddleware, Webhooks } from "@octokit/webhooks";
import { build } from "esbuild";

/** Receives the same delivery. Its result is ignored. */
export type ReceiveDelivery = () => Promise<unknown>;

type ReceiverFactory = (signed: SignedDelivery) => ReceiveDelivery | Promise<ReceiveDelivery>;

const SECRET = "It's a Secret to Everybody";
const silent = { debug() {}, info() {}, warn() {}, error() {} };

/** Signs the delivery that all receivers get. */
export function signPayload(payload: Readonly<Record<string, unknown>>): Promise<SignedDelivery> {
  return signDelivery({ event: "pull_request", payload, secret: SECRET });
}

/** All ways to receive a delivery, from raw bytes or as a `Request`. */
export const RECEIVERS = {
  octokit: (signed) => octokitReceiver(createOctokitWebhooks(Webhooks), signed),
  "octokit, build for other runtimes": async (signed) =>
    octokitReceiver(createOctokitWebhooks(await loadWebBuild()), signed),
  forgehand: (signed) => forgehandReader(signed),
  "forgehand, without validation": (signed) => forgehandReader(signed, { validation: () => true }),
  "signature and JSON.parse only": minimalReceiver,
  "octokit, Request"(signed) {
    const middleware = createWebMiddleware(createOctokitWebhooks(Webhooks), { path: "/", log: silent });
    return () => middleware(requestOf(signed)).then(expectOk);
  },
  "forgehand, Request"(signed) {
    const receiver = createReceiver({ secrets: SECRET, on: { pull_request() {} }, store: STORE_WITHOUT_DUPLICATES });
    return () => receiver(requestOf(signed)).then(expectOk);
  },
  "Request only": (signed) => async () => requestOf(signed),
} as const satisfies Readonly<Record<string, ReceiverFactory>>;

export type ReceiverName = keyof typeof RECEIVERS;

export function isReceiverName(name: string): name is ReceiverName {
  return Object.hasOwn(RECEIVERS, name);
}

export const RECEIVER_NAMES = Object.keys(RECEIVERS).filter(isReceiverName);

function lowerCaseHeaders({ headers }: SignedDelivery): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

/** Reads the parts of Node's request. */
function forgehandReader(
  signed: SignedDelivery,
  options: Partial<Parameters<typeof createDeliveryReader>[0]> = {},
): ReceiveDelivery {
  const read = createDeliveryReader({ secrets: SECRET, ...options });
  const { body } = signed;
  const raw = { headers: { ...lowerCaseHeaders(signed), "content-length": String(body.length) }, body };
  return () => read(raw);
}

function requestOf(signed: SignedDelivery): Request {
  return new Request("http://127.0.0.1/", { ...signed });
}

const STORE_WITHOUT_DUPLICATES: DeliveryStore = { claim: () => "claimed", complete() {}, release() {} };

function expectOk(response: Response | undefined): void {
  if (response?.status !== 200) throw new Error(`a delivery got the response status ${response?.status}`);
}

function createOctokitWebhooks(WebhooksClass: typeof Webhooks): Webhooks {
  const webhooks = new WebhooksClass({ secret: SECRET, log: silent });
  webhooks.on("pull_request", () => {});
  return webhooks;
}

/** Decodes the body first, because servers receive bytes and Octokit takes text. */
function octokitReceiver(octokit: Webhooks, signed: SignedDelivery): ReceiveDelivery {
  const headers = lowerCaseHeaders(signed);
  const utf8 = new TextDecoder();
  const header = (name: string) => headers[name] ?? "";
  return () =>
    octokit.verifyAndReceive({
      id: header("x-github-delivery"),
      name: header("x-github-event"),
      signature: header("x-hub-signature-256"),
      payload: utf8.decode(signed.body),
    });
}

/** The build that bundlers choose for workers and browsers, which uses Web Crypto. */
async function loadWebBuild(): Promise<typeof Webhooks> {
  const { outputFiles } = await build({
    stdin: {
      contents: 'export { Webhooks } from "@octokit/webhooks";',
      resolveDir: import.meta.dirname,
    },
    bundle: true,
    format: "esm",
    platform: "browser",
    write: false,
    logLevel: "silent",
  });
  const code = Buffer.from(outputFiles[0]?.contents ?? []).toString("base64");
  const module: { readonly Webhooks: typeof Webhooks } = await import(`data:text/javascript;base64,${code}`);
  return module.Webhooks;
}

/** The minimum that every receiver needs, with Web Crypto and a key that was imported in advance. */
async function minimalReceiver({ headers, body }: SignedDelivery): Promise<ReceiveDelivery> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", new TextEncoder().encode(SECRET), algorithm, false, ["verify"]);
  const signature = Buffer.from(headers["X-Hub-Signature-256"]?.slice("sha256=".length) ?? "", "hex");
  const utf8 = new TextDecoder("utf-8", { fatal: true });
  return async () => {
    if (!(await crypto.subtle.verify("HMAC", key, signature, body))) throw new Error("the signature does not match");
    return JSON.parse(utf8.decode(body));
  };
}
