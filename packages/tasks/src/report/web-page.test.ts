import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { pageOf, webUrlOf } from "./web-page.ts";

const WEB = "https://github.com";

describe("the address of the web pages", () => {
  for (const [api, web] of [
    ["https://api.github.com", WEB],
    ["https://api.github.com/", WEB],
    ["https://api.acme.ghe.com", "https://acme.ghe.com"],
    ["https://git.acme.example/api/v3", "https://git.acme.example"],
    ["https://git.acme.example./api/v3/", "https://git.acme.example"],
    ["http://127.0.0.1:8080/api/v3", "http://127.0.0.1:8080"],
    ["https://alice@git.acme.example/api/v3", "https://git.acme.example"],
    ["https://git.acme.example", undefined],
    ["https://api.github.com.evil.example", undefined],
    ["https://api.github.com/api/v4", undefined],
    ["https://[::1]/api/v3", undefined],
    ["not a URL", undefined],
    [undefined, undefined],
  ] as const) {
    test(`of ${api} is ${web}`, () => {
      expect(webUrlOf(api)).toBe(web);
    });
  }
});

describe("the page of a target", () => {
  for (const [target, page] of [
    ["acme/widgets", "/acme/widgets"],
    ["acme/widgets: DEPLOY_KEY", "/acme/widgets"],
    ["acme/.github", "/acme/.github"],
    ["acme/widgets (production): DEPLOY_KEY", "/acme/widgets/settings/environments"],
    ["acme/widgets, webhook 12", "/acme/widgets/settings/hooks/12"],
    ["acme/widgets, webhook 12: star created 0b98", "/acme/widgets/settings/hooks/12"],
    ["organization acme", "/acme"],
    ["organization acme, webhook 12: push 0b98", "/organizations/acme/settings/hooks/12"],
    ["acme: DEPLOY_KEY", "/acme"],
    ["acme/*", undefined],
    ["acme/..", undefined],
    ["acme/../evil", undefined],
    ["acme/widgets/settings", undefined],
    ["acme/***", undefined],
    ["the app's webhook: push 0b98", undefined],
    ["shard 2/16", undefined],
    ["report reports/a.json", undefined],
    ["acme", undefined],
    ["", undefined],
  ] as const) {
    test(`${target || "without a name"} is ${page}`, () => {
      expect(pageOf(target, "redeliver", WEB)).toBe(page && `${WEB}${page}`);
    });
  }

  test("of an organization's template is the organization", () => {
    expect(pageOf("acme", "oidc-template", WEB)).toBe(`${WEB}/acme`);
    expect(pageOf("This job's token", "oidc-template", WEB)).toBeUndefined();
  });

  test("is always on the service's host, and has no other characters than a name", () => {
    const part = fc.constantFrom(
      "acme",
      "/",
      "widgets",
      ", webhook ",
      "12",
      ": ",
      " (",
      ")",
      "..",
      "%2F",
      "#",
      "?",
      "\n",
      "@",
      "\\",
      "<",
    );
    const target = fc.oneof(
      fc.array(part, { maxLength: 8 }).map((parts) => parts.join("")),
      fc.string(),
    );
    let links = 0;
    fc.assert(
      fc.property(target, (text) => {
        const page = pageOf(text, "oidc-template", WEB);
        if (page === undefined) return;
        links += 1;
        expect(page).toMatch(/^https:\/\/github\.com(?:\/[\w.-]+)+$/);
        expect(new URL(page).href).toBe(page);
        expect(
          text.startsWith(page.split("/")[3] === "organizations" ? "organization" : (page.split("/")[3] ?? "")),
        ).toBe(true);
      }),
      { numRuns: 2000 },
    );
    expect(links).toBeGreaterThan(10);
    // A report file can come from anywhere.
    for (const url of ["javascript:x()//", "https://github.com/evil", "https://a@b", "***", undefined]) {
      expect(pageOf("acme/widgets", "redeliver", url)).toBeUndefined();
    }
  });
});
