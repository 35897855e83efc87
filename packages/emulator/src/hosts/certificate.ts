import { generateKeyPairSync, hash, randomBytes, sign } from "node:crypto";
import { isIP } from "node:net";
import {
  bitString,
  objectIdentifier,
  octetString,
  positiveInteger,
  sequence,
  set,
  tagged,
  taggedBytes,
  trueValue,
  utcTime,
  utf8Text,
} from "./der.ts";

/** A certificate with its private key, both as PEM. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

const DAY_MS = 86_400_000;

/** Browsers reject certificates that are valid for longer than about a year. */
const VALID_DAYS = 397;

const ECDSA_WITH_SHA256 = sequence(objectIdentifier("1.2.840.10045.4.3.2"));
const COMMON_NAME = objectIdentifier("2.5.4.3");
const SERVER_AUTHENTICATION = objectIdentifier("1.3.6.1.5.5.7.3.1");

/**
 * Creates a self-signed server certificate with a new key. Node.js can't create certificates.
 * @param names host names and IP addresses, without brackets
 */
export function createCertificate(names: readonly string[]): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const publicKeyInfo = publicKey.export({ type: "spki", format: "der" });
  const subject = sequence(set(sequence(COMMON_NAME, utf8Text("Forgehand emulator"))));
  // Clients compare it with their own clock, not with the emulator's.
  const start = Date.now() - DAY_MS;
  const content = sequence(
    tagged(0, positiveInteger(2)),
    positiveInteger(1, ...randomBytes(15)),
    ECDSA_WITH_SHA256,
    subject,
    sequence(utcTime(new Date(start)), utcTime(new Date(start + VALID_DAYS * DAY_MS))),
    subject,
    publicKeyInfo,
    tagged(
      3,
      sequence(
        extension("2.5.29.19", sequence(), { isCritical: true }),
        extension("2.5.29.37", sequence(SERVER_AUTHENTICATION)),
        extension("2.5.29.17", sequence(...[...new Set(names)].map(alternativeName))),
        extension("2.5.29.14", octetString(hash("sha1", publicKeyInfo, "buffer"))),
      ),
    ),
  );
  const signature = bitString(sign("sha256", content, privateKey));
  return {
    cert: toPem("CERTIFICATE", sequence(content, ECDSA_WITH_SHA256, signature)),
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  };
}

function extension(id: string, value: Uint8Array, { isCritical = false } = {}): Uint8Array {
  return sequence(objectIdentifier(id), ...(isCritical ? [trueValue()] : []), octetString(value));
}

function alternativeName(name: string): Uint8Array {
  const family = isIP(name);
  if (family === 0) return taggedBytes(2, Buffer.from(name));
  return taggedBytes(7, Buffer.from(family === 4 ? name.split(".").map(Number) : ipv6Bytes(name)));
}

function ipv6Bytes(address: string): number[] {
  // `URL` normalizes the address: eight groups of hexadecimal digits, of which `::` replaces zeros.
  const [start = "", end = ""] = new URL(`http://[${address}]`).hostname.slice(1, -1).split("::");
  const [first, last] = [start, end].map((groups) => groups.split(":").filter(Boolean));
  const zeros = Array.from({ length: 8 - (first?.length ?? 0) - (last?.length ?? 0) }, () => "0");
  return [...(first ?? []), ...zeros, ...(last ?? [])].flatMap((group) => {
    const value = Number.parseInt(group, 16);
    return [Math.floor(value / 0x100), value % 0x100];
  });
}

function toPem(label: string, bytes: Uint8Array): string {
  const lines = Buffer.from(bytes)
    .toString("base64")
    .replaceAll(/.{64}(?!$)/g, "$&\n");
  return `-----BEGIN ${label}-----\n${lines}\n-----END ${label}-----\n`;
}
