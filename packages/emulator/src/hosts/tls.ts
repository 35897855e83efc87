import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Certificate, createCertificate } from "./certificate.ts";
import { API_HOST, GITHUB_HOST, UPLOADS_HOST } from "./host.ts";

/** TLS of a server with a certificate of its own. */
interface Tls {
  readonly certificate: Certificate;
  /** File that contains the certificate without its key, for clients. */
  readonly certificateFile: string;
  /** Deletes the file. */
  close(): void;
}

/** Names and addresses that always mean this machine. */
const LOCAL_NAMES = ["localhost", GITHUB_HOST, API_HOST, UPLOADS_HOST, "127.0.0.1", "::1"];

/**
 * Creates a certificate for this machine and for further hosts.
 * @param hosts names and addresses; IPv6 addresses with or without brackets
 */
export function createTls(hosts: readonly string[]): Tls {
  const names = [...LOCAL_NAMES, ...hosts.map((name) => name.replaceAll(/[[\]]/g, ""))];
  const certificate = createCertificate(names);
  const directory = mkdtempSync(join(tmpdir(), "forgehand-emulator-"));
  const certificateFile = join(directory, "certificate.pem");
  writeFileSync(certificateFile, certificate.cert);
  return { certificate, certificateFile, close: () => rmSync(directory, { recursive: true, force: true }) };
}
