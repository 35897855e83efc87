import { describe, expect, test } from "vitest";
import { AddressError, parseApiAddress, parseHostAddress } from "./host-address.ts";

const errorKeyOf = (read: () => unknown) => {
  try {
    return read();
  } catch (error) {
    return error instanceof AddressError ? error.textKey : error;
  }
};

describe("host and API addresses", () => {
  test.each([
    ["github.com", "https://github.com", "https://api.github.com"],
    ["https://www.github.com/", "https://github.com", "https://api.github.com"],
    ["api.github.com", "https://github.com", "https://api.github.com"],
    ["acme.ghe.com", "https://acme.ghe.com", "https://api.acme.ghe.com"],
    [" https://Forge.Example.com/ ", "https://forge.example.com", "https://forge.example.com/api/v3"],
    ["forge.example.com.", "https://forge.example.com", "https://forge.example.com/api/v3"],
    ["forge.example.com:8443", "https://forge.example.com:8443", "https://forge.example.com:8443/api/v3"],
    ["https://github.com:8443", "https://github.com:8443", "https://github.com:8443/api/v3"],
  ])("derives origin and API URL from %s", (typed, origin, apiUrl) => {
    expect(parseHostAddress(typed)).toEqual({ origin, apiUrl });
  });

  test("accepts http only for this machine", () => {
    expect(parseHostAddress("http://127.0.0.1:8080").origin).toBe("http://127.0.0.1:8080");
    expect(parseHostAddress("http://localhost").origin).toBe("http://localhost");
    for (const address of [
      "http://forge.example.com",
      "http://127.0.0.1.example.com",
      "http://[::1]:3000",
      "ftp://forge.example.com",
    ]) {
      expect(errorKeyOf(() => parseHostAddress(address))).toBe("addressIsOpen");
      expect(errorKeyOf(() => parseApiAddress(address))).toBe("addressIsOpen");
    }
  });

  test("rejects paths, queries and credentials in a host address", () => {
    for (const address of ["https://example.com/forge/", "github.com/acme/widgets", "https://example.com/?x=1"]) {
      expect(errorKeyOf(() => parseHostAddress(address))).toBe("addressHasPath");
    }
    expect(errorKeyOf(() => parseHostAddress("https://alice:secret@forge.example.com"))).toBe("addressHasSecret");
    expect(errorKeyOf(() => parseApiAddress("https://alice:secret@forge.example.com/api/v3"))).toBe("addressHasSecret");
  });

  test("rejects text that is not an address", () => {
    for (const address of ["", "   ", "https://", "not an address"]) {
      expect(errorKeyOf(() => parseHostAddress(address))).toBe("addressIsNone");
    }
    expect(errorKeyOf(() => parseApiAddress("forge.example.com"))).toBe("apiAddressIsNone");
    expect(errorKeyOf(() => parseApiAddress("https://forge.example.com/api?x"))).toBe("apiAddressIsNone");
  });

  test("accepts a path in an API address and drops the trailing slash", () => {
    expect(parseApiAddress("https://forge.example.com/api/v3/")).toBe("https://forge.example.com/api/v3");
  });
});
