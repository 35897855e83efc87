import { afterAll, beforeAll, expect, test } from "vitest";
import { startEmulator } from "../emulator.ts";
import type { Emulator } from "../public.ts";
import { openBrowser } from "./browser.fixture.ts";

// The tests change nothing, so they share one emulator.

let emulator: Emulator;
beforeAll(async () => {
  emulator = await startEmulator({ seed: "demo" });
});
afterAll(() => emulator.stop());

test("allows only the emulator's own resources", async () => {
  const { see } = await openBrowser(emulator);
  for (const path of ["/acme/widgets", "/unknown-user/nothing", "/login"]) {
    const { headers, text } = await see(path);
    const policy = headers.get("content-security-policy") ?? "";
    for (const rule of ["default-src 'self'", "frame-ancestors 'none'", "form-action 'self'", "base-uri 'none'"]) {
      expect(policy).toContain(rule);
    }
    expect(policy).not.toContain("unsafe");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("cache-control")).toBe("private, no-cache");
    expect(text).not.toMatch(/<script(?![^>]*(?: src=| type="application\/json"))|\son\w+=|\sstyle=|<style/);
  }
});

test("caches assets forever, under paths with a content hash", async () => {
  const { see } = await openBrowser(emulator);
  const { text } = await see("/acme/widgets");
  const addresses = [...text.matchAll(/(?:href|src)="(\/_assets\/[^"]+)"/g)].map(([, address]) => address ?? "");
  expect(addresses).toHaveLength(4);
  for (const address of addresses) {
    const { status, headers } = await see(address);
    expect([status, headers.get("cache-control")]).toEqual([200, "public, max-age=31536000, immutable"]);
    const secondResponse = await fetch(`${emulator.webUrl}${address}`, {
      headers: { "if-none-match": headers.get("etag") ?? "" },
    });
    expect(secondResponse.status).toBe(304);
  }
  const turbo = await see("/_assets/turbo.js");
  expect(turbo.headers.get("content-type")).toContain("text/javascript");
  expect(turbo.text).toContain("Turbo");
  expect((await see("/_assets/none.css")).status).toBe(404);
});

test.each(["2022", "2024", "2026"] as const)("escapes user-written text in the markup of %s", async (markup) => {
  const evil = `"><script>alert(1)</script><img src=x onerror=alert(2)>'&amp;`;
  const hostile = await startEmulator({
    markup,
    seed: {
      users: { eve: { name: evil, bio: evil, location: evil, company: evil, blog: "javascript:alert(1)" } },
      organizations: { acme: { name: evil, description: evil } },
      repositories: {
        "acme/widgets": {
          description: evil,
          homepage: "javascript:alert(1)",
          language: evil,
          license: evil,
          labels: { [evil]: { color: "d73a4a", description: evil } },
          milestones: { [evil]: {} },
          collaborators: { eve: "push" },
          issues: [
            {
              number: 2,
              title: evil,
              body: evil,
              author: "eve",
              labels: [evil],
              milestone: evil,
              comments: [{ author: "eve", body: evil }],
              events: [
                { event: "labeled", actor: "eve", label: evil },
                { event: "milestoned", actor: "eve", milestone: evil },
              ],
            },
          ],
          releases: [
            { tag: "v1", name: evil, author: "eve", body: evil, assets: { "a.txt": { content: "a", label: evil } } },
          ],
          tags: { v1: { of: "main", message: evil } },
          notifications: [{ user: "eve", number: 2, reason: "manual" }],
          stars: { eve: "-1d" },
          files: {
            "README.md": `${evil}\n\n[run](javascript:alert(1)) ![x](data:text/html,x)`,
            [`<b>${"x"}.txt`]: evil,
          },
          commits: [{ message: evil, author: "eve", files: { "a.md": "a" } }],
          pulls: [
            {
              number: 1,
              title: evil,
              body: evil,
              author: "eve",
              head: "x<b>y",
              labels: [evil],
              milestone: evil,
              comments: [{ author: "eve", body: evil }],
              reviews: [{ author: "eve", state: "APPROVED", body: evil }],
            },
          ],
        },
      },
    },
  });
  try {
    const { see } = await openBrowser(hostile, "eve");
    const encodedText = encodeURIComponent(evil);
    const paths = [
      "/acme/widgets",
      "/acme/widgets/pulls",
      "/acme/widgets/pull/1",
      "/acme/widgets/pull/1/files",
      "/acme/widgets/pull/1/checks",
      "/acme/widgets/issues",
      `/acme/widgets/issues?q=${encodedText}`,
      "/acme/widgets/issues/2",
      "/acme/widgets/commits",
      `/acme/widgets/commits/main/${encodeURIComponent(`<b>${"x"}.txt`)}`,
      "/acme/widgets/releases",
      "/acme/widgets/releases/tag/v1",
      "/notifications",
      `/notifications?query=${encodedText}`,
      "/acme/widgets/stargazers",
      "/acme",
      "/eve",
      "/eve?tab=stars",
      "/login",
      `/login?q=${encodedText}`,
      `/login?return_to=/${encodedText}`,
      `/acme/widgets/pulls?q=${encodedText}`,
      ...["repositories", "pullrequests", "users"].map((type) => `/search?type=${type}&q=${encodedText}`),
      "/search?q=acme",
      "/search?q=eve&type=users",
      "/search?q=is:pr&type=pullrequests",
      `/${encodedText}`,
      "/acme?q=%22%3E",
      "/acme/widgets/blob/main/README.md",
      "/acme/widgets/blob/main/%3Cb%3Ex.txt",
      `/acme/widgets/tree/${encodedText}`,
    ];
    for (const path of paths) {
      const { text } = await see(path);
      const ownHtml = text
        .replaceAll(/<script src="\/_assets\/[^"]+" defer data-turbo-track="reload"><\/script>/g, "")
        .replaceAll(/<script type="application\/json" [^>]*>[^<]*<\/script>/g, "");
      const tags = ownHtml.replace(/"[^"]*"/g, '""');
      const found = /<script|<b>|<[^>]*\sonerror=/i.exec(tags) ?? /(href|src)="\s*(javascript|data):/i.exec(ownHtml);
      expect([path, found?.[0]]).toEqual([path, undefined]);
    }
  } finally {
    await hostile.stop();
  }
});
