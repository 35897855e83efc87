import { getContents, putContents } from "@forgehand/core/operations";
import { expect } from "vitest";
import type { Emulator } from "../public.ts";
import { clientFor } from "../requests.fixture.ts";
import { SEED, SITE } from "../resources/repository/contents.fixture.ts";
import { LINK_LIFETIME } from "../state/downloads.ts";
import { emulatorTest } from "../vitest.ts";

const publicTest = emulatorTest({ seed: SEED });
const hidden = Object.entries(SEED.repositories).map(([name, fields]) => [name, { ...fields, private: true }] as const);
const test = emulatorTest({ seed: { ...SEED, repositories: Object.fromEntries(hidden) } });

/** Returns the download link that a user gets for a file. */
async function getDownloadLink(emulator: Emulator, path: string, login = "bob", ref?: string): Promise<string> {
  const file = await clientFor(emulator, login).call(getContents, {
    ...SITE,
    path,
    ...(ref === undefined ? {} : { ref }),
  });
  return "download_url" in file ? String(file.download_url) : "";
}

publicTest("needs no token in a public repository, and names the ref as it was requested", async ({ emulator }) => {
  const { webUrl, control } = emulator;
  expect(await getDownloadLink(emulator, "docs/guide.md")).toBe(`${webUrl}/raw/acme/site/main/docs/guide.md`);
  for (const [ref, text] of [
    ["next", "# Next\n"],
    ["v2", "# Next\n"],
    ["release/1.0", "# Released\n"],
    ["refs/heads/release/1.0", "# Released\n"],
  ] as const) {
    const link = await getDownloadLink(emulator, "README.md", "bob", ref);
    expect(link).toBe(`${webUrl}/raw/acme/site/${ref}/README.md`);
    for (const attempt of [1, 2]) expect(await (await fetch(link)).text(), `${ref} ${attempt}`).toBe(text);
  }
  const unknown = [`${webUrl}/raw/acme/site/nowhere/README.md`, `${webUrl}/raw/acme/vault/main/plan.txt`];
  for (const link of unknown) expect((await fetch(link)).status).toBe(404);
  expect(control.calls().every(({ status }) => status === 200)).toBe(true);
});

test("returns the file's bytes once per link", async ({ emulator }) => {
  const link = await getDownloadLink(emulator, "logo.png");
  expect(link.startsWith(`${emulator.webUrl}/raw/`)).toBe(true);
  const first = await fetch(link);
  expect(first.status).toBe(200);
  expect(first.headers.get("content-type")).toBe("application/octet-stream");
  expect(first.headers.get("x-content-type-options")).toBe("nosniff");
  expect(Buffer.from(await first.arrayBuffer()).toString("base64")).toBe("iVBORw0KGgoAAAAN");
  expect((await fetch(link)).status).toBe(404);
  // Each request returns a new link.
  const next = await getDownloadLink(emulator, "logo.png");
  expect(next).not.toBe(link);
  expect((await fetch(next)).status).toBe(200);
});

test("serves a link once if it is used concurrently", async ({ emulator }) => {
  const link = await getDownloadLink(emulator, "README.md");
  const responses = await Promise.all(Array.from({ length: 10 }, () => fetch(link)));
  expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(9).fill(404)]);
});

test("rejects a link after its lifetime", async ({ emulator }) => {
  const [early, late] = [await getDownloadLink(emulator, "README.md"), await getDownloadLink(emulator, "src/index.ts")];
  emulator.control.clock.advance(LINK_LIFETIME - 1);
  expect((await fetch(early)).status).toBe(200);
  emulator.control.clock.advance(LINK_LIFETIME + 2);
  expect((await fetch(late)).status).toBe(404);
  expect((await fetch(await getDownloadLink(emulator, "src/index.ts"))).status).toBe(200);
});

test("differs per user", async ({ emulator }) => {
  const [bob, alice] = [await getDownloadLink(emulator, "empty"), await getDownloadLink(emulator, "empty", "alice")];
  expect(bob).not.toBe(alice);
  for (const link of [bob, alice]) expect((await fetch(link)).status).toBe(200);
});

test("rejects a link for anything but its own file", async ({ emulator }) => {
  const link = await getDownloadLink(emulator, "README.md");
  const [address = "", token = ""] = link.split("?token=");
  for (const wrong of [
    address,
    `${address}?token=`,
    `${address}?token=${token.slice(0, -1)}`,
    `${address.replace("README.md", "src/index.ts")}?token=${token}`,
    `${address.replace("/main/", "/next/")}?token=${token}`,
    `${address.replace("/site/", "/library/")}?token=${token}`,
    `${link}x`,
  ]) {
    expect((await fetch(wrong)).status, wrong).toBe(404);
  }
  // Neither those nor HEAD requests consume the link.
  await fetch(link, { method: "HEAD" });
  expect((await fetch(link)).status).toBe(200);
});

test("serves the current version of a branch", async ({ emulator }) => {
  const link = await getDownloadLink(emulator, "src/index.ts");
  const file = await clientFor(emulator, "bob").call(getContents, { ...SITE, path: "src/index.ts" });
  const sha = "sha" in file ? String(file.sha) : "";
  const change = { ...SITE, path: "src/index.ts", message: "Change", content: "bmV3", sha };
  const { content } = await clientFor(emulator, "bob").call(putContents, change);
  expect(content?.download_url).toBe(link);
  expect(await (await fetch(link)).text()).toBe("new");
});

test("keeps the contents response unchanged until its link is used", async ({ emulator }) => {
  const url = `${emulator.apiUrl}/repos/acme/site/contents/README.md`;
  emulator.control.clock.set(new Date("2026-11-01T12:00:00Z"));
  const authorization = `Bearer ${emulator.tokens["bob"]}`;
  const first = await fetch(url, { headers: { authorization } });
  const headers = { authorization, "if-none-match": first.headers.get("etag") ?? "" };
  expect((await fetch(url, { headers })).status).toBe(304);
  const link = Reflect.get(Object(await first.json()), "download_url");
  await (await fetch(link)).text();
  expect((await fetch(url, { headers })).status).toBe(200);
});
