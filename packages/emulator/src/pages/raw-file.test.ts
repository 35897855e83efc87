import { getContents, putContents } from "@forgehand/core/operations";
import { expect } from "vitest";
import type { Emulator } from "../public.ts";
import { clientFor } from "../requests.fixture.ts";
import { SEED, SITE } from "../resources/repository/contents.fixture.ts";
import { LINK_LIFETIME } from "../state/downloads.ts";
import { emulatorTest } from "../vitest.ts";

const test = emulatorTest({ seed: SEED });

/** Returns the download link that a user gets for a file. */
async function getDownloadLink(emulator: Emulator, path: string, login?: string, repo = SITE): Promise<string> {
  const file = await clientFor(emulator, login).call(getContents, { ...repo, path });
  return "download_url" in file ? String(file.download_url) : "";
}

const PRIVATE_REPOSITORY = { owner: "acme", repo: "vault" };

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

test("needs no token for a private file, and links differ per user", async ({ emulator }) => {
  const [bob, alice] = [
    await getDownloadLink(emulator, "plan.txt", "bob", PRIVATE_REPOSITORY),
    await getDownloadLink(emulator, "plan.txt", "alice", PRIVATE_REPOSITORY),
  ];
  expect(bob).not.toBe(alice);
  expect(await (await fetch(bob)).text()).toBe("secret\n");
  expect(await (await fetch(alice)).text()).toBe("secret\n");
});

test("rejects a link for anything but its own file", async ({ emulator }) => {
  const link = await getDownloadLink(emulator, "README.md");
  const [address = "", token = ""] = link.split("?token=");
  for (const wrong of [
    address,
    `${address}?token=`,
    `${address}?token=${token.slice(0, -1)}`,
    `${address.replace("README.md", "src/index.ts")}?token=${token}`,
    `${address.replace(/[0-9a-f]{40}/, "main")}?token=${token}`,
    `${address.replace("/site/", "/library/")}?token=${token}`,
    `${link}x`,
  ]) {
    expect((await fetch(wrong)).status).toBe(404);
  }
  // Neither those nor HEAD requests consume the link.
  await fetch(link, { method: "HEAD" });
  expect((await fetch(link)).status).toBe(200);
});

test("keeps serving the version that the link was created for", async ({ emulator }) => {
  const link = await getDownloadLink(emulator, "src/index.ts", "bob");
  const file = await clientFor(emulator, "bob").call(getContents, { ...SITE, path: "src/index.ts" });
  const sha = "sha" in file ? String(file.sha) : "";
  const change = { ...SITE, path: "src/index.ts", message: "Change", content: "bmV3", sha };
  const { content } = await clientFor(emulator, "bob").call(putContents, change);
  expect(await (await fetch(link)).text()).toBe("export {};\n");
  expect(await (await fetch(content?.download_url ?? "")).text()).toBe("new");
});

test("keeps the contents response unchanged until its link is used", async ({ emulator }) => {
  const url = `${emulator.apiUrl}/repos/acme/site/contents/README.md`;
  emulator.control.clock.set(new Date("2026-11-01T12:00:00Z"));
  const first = await fetch(url);
  const headers = { "if-none-match": first.headers.get("etag") ?? "" };
  expect((await fetch(url, { headers })).status).toBe(304);
  const link = Reflect.get(Object(await first.json()), "download_url");
  await (await fetch(link)).text();
  expect((await fetch(url, { headers })).status).toBe(200);
});
