import { getContents, putContents } from "@forgehand/core/operations";
import { expect } from "vitest";
import { as } from "../calling.fixture.ts";
import type { Emulator } from "../public.ts";
import { SEED, SITE } from "../resources/repository/contents.fixture.ts";
import { LINK_LIFETIME } from "../state/downloads.ts";
import { emulatorTest } from "../vitest.ts";

const test = emulatorTest({ seed: SEED });

/** The link that somebody gets to a file. */
async function linkTo(emulator: Emulator, path: string, who?: string, repo = SITE): Promise<string> {
  const file = await as(emulator, who).call(getContents, { ...repo, path });
  return "download_url" in file ? String(file.download_url) : "";
}

const VAULT = { owner: "acme", repo: "vault" };

test("A download link gives the file's bytes once.", async ({ emulator }) => {
  const link = await linkTo(emulator, "logo.png");
  expect(link.startsWith(`${emulator.webUrl}/raw/`)).toBe(true);
  const first = await fetch(link);
  expect(first.status).toBe(200);
  expect(first.headers.get("content-type")).toBe("application/octet-stream");
  expect(first.headers.get("x-content-type-options")).toBe("nosniff");
  expect(Buffer.from(await first.arrayBuffer()).toString("base64")).toBe("iVBORw0KGgoAAAAN");
  expect((await fetch(link)).status).toBe(404);
  // Asked again, there is another link.
  const next = await linkTo(emulator, "logo.png");
  expect(next).not.toBe(link);
  expect((await fetch(next)).status).toBe(200);
});

test("Of many who use one link at once, one gets the file.", async ({ emulator }) => {
  const link = await linkTo(emulator, "README.md");
  const answers = await Promise.all(Array.from({ length: 10 }, () => fetch(link)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(9).fill(404)]);
});

test("A link ends, used or not.", async ({ emulator }) => {
  const [early, late] = [await linkTo(emulator, "README.md"), await linkTo(emulator, "src/index.ts")];
  emulator.control.clock.advance(LINK_LIFETIME - 1);
  expect((await fetch(early)).status).toBe(200);
  emulator.control.clock.advance(LINK_LIFETIME + 2);
  expect((await fetch(late)).status).toBe(404);
  expect((await fetch(await linkTo(emulator, "src/index.ts"))).status).toBe(200);
});

test("A link to a private file needs no token, and is its reader's own.", async ({ emulator }) => {
  const [bob, alice] = [
    await linkTo(emulator, "plan.txt", "bob", VAULT),
    await linkTo(emulator, "plan.txt", "alice", VAULT),
  ];
  expect(bob).not.toBe(alice);
  expect(await (await fetch(bob)).text()).toBe("secret\n");
  expect(await (await fetch(alice)).text()).toBe("secret\n");
});

test("A link is good for the file alone that it was made for.", async ({ emulator }) => {
  const link = await linkTo(emulator, "README.md");
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
  // None of that has used it up, nor has asking what it is like.
  await fetch(link, { method: "HEAD" });
  expect((await fetch(link)).status).toBe(200);
});

test("A link leads to the file as it was, after a write too.", async ({ emulator }) => {
  const link = await linkTo(emulator, "src/index.ts", "bob");
  const file = await as(emulator, "bob").call(getContents, { ...SITE, path: "src/index.ts" });
  const sha = "sha" in file ? String(file.sha) : "";
  const change = { ...SITE, path: "src/index.ts", message: "Change", content: "bmV3", sha };
  const { content } = await as(emulator, "bob").call(putContents, change);
  expect(await (await fetch(link)).text()).toBe("export {};\n");
  expect(await (await fetch(content?.download_url ?? "")).text()).toBe("new");
});

test("An answer stays the same as long as its link is good.", async ({ emulator }) => {
  const url = `${emulator.apiUrl}/repos/acme/site/contents/README.md`;
  emulator.control.clock.set(new Date("2026-11-01T12:00:00Z"));
  const first = await fetch(url);
  const headers = { "if-none-match": first.headers.get("etag") ?? "" };
  expect((await fetch(url, { headers })).status).toBe(304);
  const link = Reflect.get(Object(await first.json()), "download_url");
  await (await fetch(link)).text();
  expect((await fetch(url, { headers })).status).toBe(200);
});
