import { X509Certificate } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { request } from "node:https";
import { isIP } from "node:net";
import { describe, expect, test } from "vitest";
import { startEmulator } from "../emulator.ts";
import type { EmulatorOptions } from "../public.ts";
import { emulatorTest } from "../vitest.ts";
import { createCertificate } from "./certificate.ts";

interface SecureRequest {
  readonly ca?: string;
  readonly host?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Requests a path at a host name, which the connection verifies but doesn't look up. */
function get(url: string, { ca, host = "127.0.0.1", headers = {} }: SecureRequest): Promise<number | undefined> {
  const { port, pathname } = new URL(url);
  const options = { host: "127.0.0.1", port, path: pathname, servername: host.replace(/^127.*/, ""), ca };
  return new Promise((resolve, reject) => {
    request(
      { ...options, headers: { host: `${host}:${port}`, "user-agent": "raw", ...headers }, agent: false },
      (response) => resolve(response.resume().statusCode),
    )
      .on("error", reject)
      .end();
  });
}

const readCertificate = (file: string | undefined) => readFileSync(file ?? "", "utf8");

describe("with https", () => {
  const secureTest = emulatorTest({ https: true, allowHosts: ["forge.test:8443"] });

  secureTest("serves API and pages to clients that trust the certificate", async ({ emulator }) => {
    const { apiUrl, webUrl, certificateFile } = emulator;
    expect(webUrl).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
    const ca = readCertificate(certificateFile);
    for (const host of ["127.0.0.1", "localhost", "github.localhost", "api.github.localhost"]) {
      expect(await get(`${apiUrl}/versions`, { ca, host }), host).toBe(200);
    }
    expect(await get(`${webUrl}/acme/widgets`, { ca })).toBe(200);
    await expect(get(apiUrl, {})).rejects.toMatchObject({ code: "DEPTH_ZERO_SELF_SIGNED_CERT" });
    await expect(get(apiUrl, { ca, host: "evil.test" })).rejects.toMatchObject({
      code: "ERR_TLS_CERT_ALTNAME_INVALID",
    });
    // The allowed host has the certificate, but another port.
    expect(await get(apiUrl, { ca, host: "forge.test" })).toBe(421);
  });

  secureTest("serves its own pages' requests only if they are secure, too", async ({ emulator }) => {
    const ca = readCertificate(emulator.certificateFile);
    const from = (origin: string) => get(`${emulator.apiUrl}/versions`, { ca, host: "localhost", headers: { origin } });
    const { port } = new URL(emulator.webUrl);
    expect(await from(`https://localhost:${port}`)).toBe(200);
    expect(await from(`http://localhost:${port}`)).toBe(403);
  });
});

test("deletes the certificate's file when it stops", async () => {
  const { certificateFile, stop } = await startEmulator({ https: true });
  expect(existsSync(certificateFile ?? "")).toBe(true);
  await stop();
  expect(existsSync(certificateFile ?? "")).toBe(false);
});

test.each<[EmulatorOptions, string]>([
  [{ url: "https://forge.test:8443" }, "forge.test"],
  [{ host: "::1" }, "::1"],
  [{ host: "127.1.2.3" }, "127.1.2.3"],
])("the certificate is valid for the address of %j", async (options, name) => {
  const { certificateFile, stop } = await startEmulator({ https: true, ...options });
  const certificate = new X509Certificate(readCertificate(certificateFile));
  expect(isIP(name) === 0 ? certificate.checkHost(name) : certificate.checkIP(name)).toBe(name);
  await stop();
});

test("without https there is no certificate", async () => {
  const { certificateFile, stop } = await startEmulator();
  expect(certificateFile).toBeUndefined();
  await stop();
});

test("a certificate is signed by its own key, for a year, for servers only", () => {
  const names = ["localhost", "127.0.0.1", "::1", "2001:db8::8:800:200c:417a", "::ffff:192.0.2.1"];
  const certificate = new X509Certificate(createCertificate(names).cert);
  expect(certificate.verify(certificate.publicKey)).toBe(true);
  expect(certificate.ca).toBe(false);
  expect(certificate.keyUsage).toEqual(["1.3.6.1.5.5.7.3.1"]);
  expect(certificate.subjectAltName?.split(", ")).toEqual([
    "DNS:localhost",
    "IP Address:127.0.0.1",
    "IP Address:0:0:0:0:0:0:0:1",
    "IP Address:2001:DB8:0:0:8:800:200C:417A",
    "IP Address:0:0:0:0:0:FFFF:C000:201",
  ]);
  const days = (Date.parse(certificate.validTo) - Date.parse(certificate.validFrom)) / 86_400_000;
  expect(days).toBe(397);
});
