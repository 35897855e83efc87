import { expect, test } from "vitest";
import { isHostAllowed } from "./allowed-hosts.ts";

test.each([
  ["https://forge.example.com", undefined, true],
  ["https://forge.example.com", [], false],
  ["https://forge.example.com", ["forge.example.com"], true],
  ["https://forge.example.com", [" HTTPS://Forge.example.com/ "], true],
  ["https://forge.example.com", ["forge.example.com."], true],
  ["https://forge.example.com:8443", ["https://forge.example.com.:8443"], true],
  ["https://forge.example.com", ["*.example.com"], true],
  ["https://a.b.example.com", ["*.example.com"], true],
  ["https://example.com", ["*.example.com"], false],
  ["https://evilexample.com", ["*.example.com"], false],
  ["https://forge.example.com.evil.com", ["forge.example.com"], false],
  ["https://forge.example.com:8443", ["forge.example.com"], false],
  ["https://forge.example.com:8443", ["forge.example.com:8443"], true],
  ["http://127.0.0.1:8080", ["127.0.0.1:8080"], false],
  ["http://127.0.0.1:8080", ["http://127.0.0.1:8080"], true],
  ["https://forge.example.com", ["https://forge.example.com/path"], false],
])("isHostAllowed for %s with the allowed hosts %j returns %s", (origin, hosts, expected) => {
  expect(isHostAllowed(origin, hosts)).toBe(expected);
});
