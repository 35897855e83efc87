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

/** One way to take in the same delivery; what it gives is what it took for one. */
export type Receive = () => Promise<unknown>;

const SECRET = "It's a Secret to Everybody";
const silent = { debug() {}, info() {}, warn() {}, error() {} };

/** Everybody who takes in the same delivery, from its raw bytes or as the platform's `Request`. */
export async function receivers() {
  const signed = await signDelivery({ event: "pull_request", payload: realPayload("pull_request"), secret: SECRET });
  const headers = Object.fromEntries(
    Object.entries(signed.headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
  const raw = { headers: { ...headers, "content-length": String(signed.body.length) }, body: signed.body };
  const request = () => new Request("http://127.0.0.1/", { ...signed });
  const octokit = octokitFrom(Webhooks);
  const read = createDeliveryReader({ secrets: SECRET });
  const unchecked = createDeliveryReader({ secrets: SECRET, validation: (_, data) => ({ data }) });
  const receiver = createReceiver({ secrets: SECRET, on: { pull_request() {} }, store: EVERYTHING_IS_NEW });
  const middleware = createWebMiddleware(octokit, { path: "/", log: silent });
  return {
    size: signed.body.length,
    candidates: {
      octokit: verifying(octokit, headers, signed),
      "octokit, build for other runtimes": verifying(octokitFrom(await webBuild()), headers, signed),
      forgehand: () => read(raw),
      "forgehand, unchecked": () => unchecked(raw),
      "signature and JSON.parse alone": await alone(signed),
      "octokit, Request": () => middleware(request()).then(expectOk),
      "forgehand, Request": () => receiver(request()).then(expectOk),
      "Request alone": async () => request(),
    } satisfies Record<string, Receive>,
  };
}

const EVERYTHING_IS_NEW: DeliveryStore = { claim: () => "claimed", complete() {}, release() {} };

function expectOk(response: Response | undefined): void {
  if (response?.status !== 200) throw new Error(`a delivery was answered ${response?.status}`);
}

function octokitFrom(Made: typeof Webhooks): Webhooks {
  const webhooks = new Made({ secret: SECRET, log: silent });
  webhooks.on("pull_request", () => {});
  return webhooks;
}

/** It takes text, where a server has bytes. */
function verifying(octokit: Webhooks, headers: Readonly<Record<string, string>>, { body }: SignedDelivery): Receive {
  const utf8 = new TextDecoder();
  const of = (name: string) => headers[name] ?? "";
  return () =>
    octokit.verifyAndReceive({
      id: of("x-github-delivery"),
      name: of("x-github-event"),
      signature: of("x-hub-signature-256"),
      payload: utf8.decode(body),
    });
}

/** As bundlers for workers and browsers choose it: with the platform's cryptography. */
async function webBuild(): Promise<typeof Webhooks> {
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

/** What nobody can leave out, with the platform's cryptography and a key that was made before. */
async function alone({ headers, body }: SignedDelivery): Promise<Receive> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", new TextEncoder().encode(SECRET), algorithm, false, ["verify"]);
  const signature = Buffer.from(headers["X-Hub-Signature-256"]?.slice("sha256=".length) ?? "", "hex");
  const utf8 = new TextDecoder("utf-8", { fatal: true });
  return async () => {
    if (!(await crypto.subtle.verify("HMAC", key, signature, body))) throw new Error("the signature does not fit");
    return JSON.parse(utf8.decode(body));
  };
}
