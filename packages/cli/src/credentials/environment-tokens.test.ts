import { expect, test } from "vitest";
import { defaultApiUrl, webHost } from "./api-url.ts";
import { tokenAdvice, tokenFor } from "./environment-tokens.ts";

const TOKENS = { GH_TOKEN: "g", GITHUB_TOKEN: "h", GH_ENTERPRISE_TOKEN: "e", GITHUB_ENTERPRISE_TOKEN: "f" };

test.for([
  ["https://api.github.com", "g"],
  ["https://api.acme.ghe.com", "g"],
  ["http://127.0.0.1:4567/api/v3", "g"],
  ["http://localhost:4567/api/v3", "g"],
  ["https://ghe.example.com/api/v3", "e"],
  ["https://api.github.com.evil.example", "e"],
  ["https://evilghe.com", "e"],
] as const)("%s gets its own token", ([url, token]) => {
  expect(tokenFor(url, TOKENS)).toBe(token);
});

test("a token for github.com is sent to no other host, and that is explained", () => {
  const environment = { GH_TOKEN: "g", GITHUB_TOKEN: "h" };
  expect(tokenFor("https://ghe.example.com/api/v3", environment)).toBeUndefined();
  expect(tokenAdvice("https://ghe.example.com/api/v3", environment)).toContain(
    "GH_TOKEN is for github.com and is not sent to ghe.example.com.",
  );
  expect(tokenFor("https://api.github.com", { GH_TOKEN: "", GITHUB_TOKEN: "h" })).toBe("h");
});

test.for([
  [{}, "https://api.github.com", "github.com"],
  [{ GH_HOST: "github.com" }, "https://api.github.com", "github.com"],
  [{ GH_HOST: "acme.ghe.com" }, "https://api.acme.ghe.com", "acme.ghe.com"],
  [{ GH_HOST: "ghe.example.com" }, "https://ghe.example.com/api/v3", "ghe.example.com"],
  [{ GH_HOST: "x", GITHUB_API_URL: "https://api.runner.example" }, "https://api.runner.example", "api.runner.example"],
] as const)("%j selects the API %s", ([environment, url, host]) => {
  expect(defaultApiUrl(environment)).toBe(url);
  expect(webHost(url)).toBe(host);
});
