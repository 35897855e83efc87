import { describe, expect, test } from "vitest";
import { AddressError, readApiAddress, readHostAddress } from "./address.ts";

const refusedFor = (read: () => unknown) => {
  try {
    return read();
  } catch (error) {
    return error instanceof AddressError ? error.word : error;
  }
};

describe("a forge's address", () => {
  test.each([
    ["github.com", "https://github.com", "https://api.github.com"],
    ["https://www.github.com/", "https://github.com", "https://api.github.com"],
    ["api.github.com", "https://github.com", "https://api.github.com"],
    ["acme.ghe.com", "https://acme.ghe.com", "https://api.acme.ghe.com"],
    [" https://Forge.Example.com/ ", "https://forge.example.com", "https://forge.example.com/api/v3"],
    ["forge.example.com.", "https://forge.example.com", "https://forge.example.com/api/v3"],
    ["forge.example.com:8443", "https://forge.example.com:8443", "https://forge.example.com:8443/api/v3"],
    ["https://github.com:8443", "https://github.com:8443", "https://github.com:8443/api/v3"],
  ])("%s gives the API's, as each edition has it", (typed, origin, apiUrl) => {
    expect(readHostAddress(typed)).toEqual({ origin, apiUrl });
  });

  test("may be http on this machine alone", () => {
    expect(readHostAddress("http://127.0.0.1:8080").origin).toBe("http://127.0.0.1:8080");
    expect(readHostAddress("http://localhost").origin).toBe("http://localhost");
    for (const address of [
      "http://forge.example.com",
      "http://127.0.0.1.example.com",
      "http://[::1]:3000",
      "ftp://forge.example.com",
    ]) {
      expect(refusedFor(() => readHostAddress(address))).toBe("addressIsOpen");
      expect(refusedFor(() => readApiAddress(address))).toBe("addressIsOpen");
    }
  });

  test("is the host alone: what lies below it is refused, and so is a password in it", () => {
    for (const address of ["https://example.com/forge/", "github.com/acme/widgets", "https://example.com/?x=1"]) {
      expect(refusedFor(() => readHostAddress(address))).toBe("addressHasPath");
    }
    expect(refusedFor(() => readHostAddress("https://alice:secret@forge.example.com"))).toBe("addressHasSecret");
    expect(refusedFor(() => readApiAddress("https://alice:secret@forge.example.com/api/v3"))).toBe("addressHasSecret");
  });

  test("that is none is refused", () => {
    for (const address of ["", "   ", "https://", "not an address"]) {
      expect(refusedFor(() => readHostAddress(address))).toBe("addressIsNone");
    }
    expect(refusedFor(() => readApiAddress("forge.example.com"))).toBe("apiAddressIsNone");
    expect(refusedFor(() => readApiAddress("https://forge.example.com/api?x"))).toBe("apiAddressIsNone");
  });

  test("an API's may have a path, without the slash behind it", () => {
    expect(readApiAddress("https://forge.example.com/api/v3/")).toBe("https://forge.example.com/api/v3");
  });
});
