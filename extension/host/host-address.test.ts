import { describe, expect, test } from "vitest";
import { AddressError, isUnencrypted, parseApiAddress, parseHostAddress, parseTypedHost } from "./host-address.ts";

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
    ["github.com.", "https://github.com", "https://api.github.com"],
    ["https://www.github.com./", "https://github.com", "https://api.github.com"],
    ["acme.ghe.com.", "https://acme.ghe.com", "https://api.acme.ghe.com"],
    ["forge.example.com.:8443", "https://forge.example.com:8443", "https://forge.example.com:8443/api/v3"],
    ["http://github.com", "https://github.com", "https://api.github.com"],
    ["http://acme.ghe.com.", "https://acme.ghe.com", "https://api.acme.ghe.com"],
    ["http://forge.example.com", "http://forge.example.com", "http://forge.example.com/api/v3"],
    ["forge.example.com:8443", "https://forge.example.com:8443", "https://forge.example.com:8443/api/v3"],
    ["https://github.com:8443", "https://github.com:8443", "https://github.com:8443/api/v3"],
  ])("derives origin and API URL from %s", (typed, origin, apiUrl) => {
    expect(parseHostAddress(typed)).toEqual({ origin, apiUrl });
  });

  test.each([
    ["https://forge.example.com", false],
    ["http://127.0.0.1:8080", false],
    ["http://127.1", false],
    ["http://localhost", false],
    ["http://forge.localhost:3000", false],
    ["http://localhost.", false],
    ["http://[::1]:3000", false],
    ["http://forge.example.com", true],
    ["http://127.0.0.1.example.com", true],
    ["http://localhost.example.com", true],
    ["http://0.0.0.0", true],
    ["http://192.168.0.1", true],
  ])("without encryption are recognized, except those of this machine: %s", (address, expected) => {
    const encrypted = "https://forge.example.com";
    const { origin } = parseHostAddress(address);
    expect(isUnencrypted({ origin, apiUrl: encrypted })).toBe(expected);
    expect(isUnencrypted({ origin: encrypted, apiUrl: parseApiAddress(address) })).toBe(expected);
  });

  test("rejects paths, queries and credentials in a host address", () => {
    for (const address of ["https://example.com/forge/", "github.com/acme/widgets", "https://example.com/?x=1"]) {
      expect(errorKeyOf(() => parseHostAddress(address))).toBe("addressHasPath");
    }
    expect(errorKeyOf(() => parseHostAddress("https://alice:secret@forge.example.com"))).toBe("addressHasSecret");
    expect(errorKeyOf(() => parseApiAddress("https://alice:secret@forge.example.com/api/v3"))).toBe("addressHasSecret");
  });

  test("rejects text that is not an address", () => {
    for (const address of ["", "   ", "https://", "not an address", "ftp://forge.example.com", "github.com.."]) {
      expect(errorKeyOf(() => parseHostAddress(address))).toBe("addressIsNone");
    }
    expect(errorKeyOf(() => parseApiAddress("forge.example.com"))).toBe("apiAddressIsNone");
    expect(errorKeyOf(() => parseApiAddress("ftp://forge.example.com"))).toBe("apiAddressIsNone");
    expect(errorKeyOf(() => parseApiAddress("https://forge.example.com/api?x"))).toBe("apiAddressIsNone");
  });

  test.each([
    ["https://github.example.com/acme/widgets/pull/1", "https://github.example.com"],
    ["github.example.com/acme/widgets?tab=readme", "https://github.example.com"],
    ["http://github.example.com:8443/acme#top", "http://github.example.com:8443"],
    ["https://github.com/acme/widgets.git", "https://github.com"],
    ["https://gist.github.com/alice/1", "https://github.com"],
    ["git@github.example.com:acme/widgets.git", "https://github.example.com"],
    ["org-123@github.com:acme/widgets.git", "https://github.com"],
    ["ssh://git@ssh.github.com:443/acme/widgets.git", "https://github.com"],
    ["git+ssh://git@github.example.com/acme/widgets.git", "https://github.example.com"],
  ])("reduces what a user pastes to its host: %s", (pasted, origin) => {
    expect(parseTypedHost(pasted)).toEqual({ ...parseHostAddress(origin), isReduced: true });
  });

  test("reduces neither hosts nor addresses that are rejected", () => {
    expect(parseTypedHost(" github.com/ ")).toEqual({ ...parseHostAddress("github.com"), isReduced: false });
    for (const address of [
      "git@:acme/widgets",
      "not an address/x",
      "ftp://forge.example.com/acme/widgets",
      "a@b c:d",
    ]) {
      expect(
        errorKeyOf(() => parseTypedHost(address)),
        address,
      ).toBe("addressIsNone");
    }
    const withToken = "https://alice:secret@forge.example.com/acme/widgets.git";
    expect(errorKeyOf(() => parseTypedHost(withToken))).toBe("addressHasSecret");
  });

  test("accepts a path in an API address, and drops the trailing slash and dot", () => {
    expect(parseApiAddress("https://forge.example.com/api/v3/")).toBe("https://forge.example.com/api/v3");
    expect(parseApiAddress("HTTPS://API.GitHub.com./")).toBe("https://api.github.com");
  });
});
