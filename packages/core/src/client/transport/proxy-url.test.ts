import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { isInputError } from "../../errors.ts";
import { undiciTransport } from "./undici.ts";

const VARIABLES = ["HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy"];

beforeEach(() => {
  for (const name of VARIABLES) vi.stubEnv(name, undefined);
});
afterEach(() => {
  vi.unstubAllEnvs();
});

/** Creates a transport; returns its error as text. */
function problemOf(proxy?: string): string {
  try {
    undiciTransport({ proxy });
    return "none";
  } catch (error) {
    return isInputError(error) ? `${error.field}: ${error.message}` : `not an InputError: ${String(error)}`;
  }
}

describe("a malformed proxy URL", () => {
  test.each([
    ["user:Secret-1@proxy.test:3128", "must be an http or https URL"],
    ["socks5://user:Secret-1@proxy.test", "must be an http or https URL"],
    ["http://user:Secret-1@proxy.test:99999", "must be an http or https URL"],
    ["http://user:Secret-1@proxy.test/pac?x", "must be a URL without a path, query or fragment"],
    ["http://user:Secret-1@proxy.test?x", "must be a URL without a path, query or fragment"],
    ["http://user:Secret-1@proxy.test/#x", "must be a URL without a path, query or fragment"],
    [
      "http://user:Secret-1%@proxy.test",
      "must have a user name and password in valid percent-encoding, where % is %25",
    ],
    [
      "http://%ffme:Secret-1@proxy.test",
      "must have a user name and password in valid percent-encoding, where % is %25",
    ],
  ])("is rejected without quoting it, with the name of its variable: %s", (url, rule) => {
    expect(problemOf(url)).toBe(`proxy: proxy ${rule}.`);
    for (const name of VARIABLES) {
      vi.stubEnv(name, url);
      expect(problemOf()).toBe(`proxy: proxy ${rule} in the environment variable ${name}.`);
      vi.stubEnv(name, undefined);
    }
  });

  test.each(["http://proxy.test:3128", "HTTPS://proxy.test/", "http://me%40acme:50%25%20off@[::1]:3128"])(
    "is not %s",
    (url) => {
      expect(problemOf(url)).toBe("none");
      vi.stubEnv("HTTPS_PROXY", url);
      expect(problemOf()).toBe("none");
    },
  );
});
