import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { redactPath, redactQuery } from "./redact-target.ts";

describe("redactQuery", () => {
  const queries = {
    "": "",
    "?": "?",
    "?page=2&per_page=5": "?page=2&per_page=5",
    "?token=abc": "?token=***",
    "?ends=5&mark=abc=&x": "?ends=5&mark=***&x",
    "?TOKEN=abc&%74oken=def": "?TOKEN=***&%74oken=***",
    "?+access_token=abc&token%20=def": "?+access_token=***&token%20=***",
    "?q=ghp_demo_alice": "?q=***",
    "?q=x%20gh%70%5Fdemo": "?q=***",
    "?ghs_0123=1&page=2": "?***&page=2",
    "?github_pat_0123": "?***",
    "?return_to=/raw/x%3Fpage=1%26token%3Dabc": "?return_to=***",
    "?return_to=%252Fraw%253Ftoken%253Dabc": "?return_to=***",
    "?a=token=abc": "?a=***",
    "?q=100%&r=%zz": "?q=100%&r=%zz",
  };
  for (const [query, shown] of Object.entries(queries)) {
    test(`${query} becomes ${shown}`, () => expect(redactQuery(query)).toBe(shown));
  }

  test.for([
    "ghp_demo_alice",
    "ghr_1",
    "svcs_1",
    "svc_pat_1",
    "control_8Q2mZr5xKc1vTn7bWd4yHs9fLp3gJa6e",
    "start_8Q2mZr5xKc1vTn7bWd4yHs9fLp3gJa6e",
    "eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOiJ4In0.c2ln",
  ])("%s is redacted in paths and in every parameter", (token) => {
    expect(redactPath(`/_start/${token}/x`)).toBe("/_start/***/x");
    expect(redactPath(`/a/${token.replace("_", "%5F").replace(".", "%2E")}`)).toBe("/a/***");
    expect(redactQuery(`?a=1&q=${encodeURIComponent(encodeURIComponent(`/x/${token}`))}`)).toBe("?a=1&q=***");
  });

  test("other paths stay the same", () => {
    for (const path of ["/", "/api/v3/repos/acme/widgets", "/start_here/control_panel", "/%E4/100%"]) {
      expect(redactPath(path)).toBe(path);
    }
  });

  test("never shows a token", () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[\w=&%+]*$/)), fc.uuid(), (around, token) => {
        expect(redactQuery(`?${[...around, `token=${token}`, ...around].join("&")}`)).not.toContain(token);
      }),
    );
  });
});
