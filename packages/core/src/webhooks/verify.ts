/** A delivery's headers: of the platform, or as Node's `http` gives them. */
export type DeliveryHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/** Is a delivery from who knows the secret? The reason is for logs: who sent it need not be told. */
export type Verification = { readonly valid: true } | { readonly valid: false; readonly reason: string };

const HEADER = "x-hub-signature-256";

/**
 * Holds a delivery's signature against its raw body (document 1, Delivery), in a time that tells nothing of the secret.
 * Nothing that a sender can send makes it throw.
 * @param rawBody the bytes as they came: what was parsed and written again is signed by nobody
 * @param secrets the webhook's secret, or several while it is changed: one of them must fit
 */
export async function verifySignature(
  rawBody: Uint8Array,
  headers: DeliveryHeaders,
  secrets: string | readonly string[],
): Promise<Verification> {
  const all = typeof secrets === "string" ? [secrets] : secrets;
  if (!Array.isArray(all) || all.length === 0) return invalid("There is no secret to verify with.");
  if (all.some((secret) => typeof secret !== "string" || secret === "")) {
    return invalid("A secret is empty: anybody could sign with it.");
  }
  if (!(rawBody instanceof Uint8Array)) return invalid("The raw body must be given as the bytes that came.");
  const [given, another] = signaturesIn(headers);
  if (given === undefined) return invalid(`The header ${HEADER} is missing: is the secret set on the webhook?`);
  if (another !== undefined) return invalid(`The header ${HEADER} is there more than once.`);
  const [, hex] = /^sha256=([0-9a-f]{64})$/.exec(given) ?? [];
  if (hex === undefined) return invalid(`The header ${HEADER} is no "sha256=" and 64 hexadecimal digits.`);
  // A copy, as the platform takes no bytes that another thread could change meanwhile.
  const body = new Uint8Array(rawBody);
  const fits = await Promise.all(all.map((secret) => verifies(body, bytesOf(hex), secret)));
  return fits.includes(true)
    ? { valid: true }
    : invalid("The signature doesn't fit the body: another secret, or a body that was changed on its way.");
}

function invalid(reason: string): Verification {
  return { valid: false, reason };
}

/** The signatures of a delivery: one, unless something is wrong. */
function signaturesIn(headers: DeliveryHeaders): readonly string[] {
  const named = isHeaders(headers)
    ? [headers.get(HEADER) ?? undefined]
    : Object.entries(headers ?? {}).flatMap(([name, value]) => (name.toLowerCase() === HEADER ? value : []));
  // Both kinds join what came twice.
  return named.flatMap((value) => (typeof value === "string" ? value.split(",") : [])).map((value) => value.trim());
}

/** Those of other makers than the platform's count as well. */
function isHeaders(headers: DeliveryHeaders): headers is Headers {
  return typeof headers?.get === "function";
}

function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

async function verifies(
  body: Uint8Array<ArrayBuffer>,
  signature: Uint8Array<ArrayBuffer>,
  secret: string,
): Promise<boolean> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", new TextEncoder().encode(secret), algorithm, false, ["verify"]);
  return crypto.subtle.verify("HMAC", key, signature, body);
}
