import { fileURLToPath } from "node:url";
import {
  createDeliveryReader,
  createReceiver,
  type DeliveryStore,
  type SignedDelivery,
  signDelivery,
} from "@forgehand/core/webhooks";
import { createWebMiddleware, Webhooks } from "@octokit/webhooks";
import { build } from "esbuild";
import { realPayload } from "../../../packages/core/src/webhooks/real-payload.fixture.ts";

/** One way to receive the same delivery. Its result is ignored. */
export type ReceiveDelivery = () => Promise<unknown>;

const SECRET = "It's a Secret to Everybody";
const silent = { debug() {}, info() {}, warn() {}, error() {} };

/** All receivers of the same delivery, from raw bytes or as a `Request`. */
export async function createReceivers() {
  const signed = await signDelivery({ event: "pull_request", payload: realPayload("pull_request"), secret: SECRET });
  const headers = Object.fromEntries(
    Object.entries(signed.headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
  const raw = { headers: { ...headers, "content-length": String(signed.body.length) }, body: signed.body };
  const request = () => new Request("http://127.0.0.1/", { ...signed });
  const octokit = createOctokitWebhooks(Webhooks);
  const read = createDeliveryReader({ secrets: SECRET });
  const unchecked = createDeliveryReader({ secrets: SECRET, validation: () => true });
  const receiver = createReceiver({ secrets: SECRET, on: { pull_request() {} }, store: STORE_WITHOUT_DUPLICATES });
  const middleware = createWebMiddleware(octokit, { path: "/", log: silent });
  return {
    size: signed.body.length,
    candidates: {
      octokit: octokitReceiver(octokit, headers, signed),
      "octokit, build for other runtimes": octokitReceiver(
        createOctokitWebhooks(await loadWebBuild()),
        headers,
        signed,
      ),
      forgehand: () => read(raw),
      "forgehand, without validation": () => unchecked(raw),
      "signature and JSON.parse only": await minimalReceiver(signed),
      "octokit, Request": () => middleware(request()).then(expectOk),
      "forgehand, Request": () => receiver(request()).then(expectOk),
      "Request only": async () => request(),
    } satisfies Record<string, ReceiveDelivery>,
  };
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
function octokitReceiver(
  octokit: Webhooks,
  headers: Readonly<Record<string, string>>,
  { body }: SignedDelivery,
): ReceiveDelivery {
  const utf8 = new TextDecoder();
  const header = (name: string) => headers[name] ?? "";
  return () =>
    octokit.verifyAndReceive({
      id: header("x-github-delivery"),
      name: header("x-github-event"),
      signature: header("x-hub-signature-256"),
      payload: utf8.decode(body),
    });
}

/** The build that bundlers choose for workers and browsers, which uses Web Crypto. */
async function loadWebBuild(): Promise<typeof Webhooks> {
  const { outputFiles } = await build({
    stdin: {
      contents: 'export { Webhooks } from "@octokit/webhooks";',
      resolveDir: fileURLToPath(new URL("../../..", import.meta.url)),
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
