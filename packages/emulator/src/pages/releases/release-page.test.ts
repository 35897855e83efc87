import { listReleases } from "@forgehand/core/operations";
import { expect } from "vitest";
import { clientFor } from "../../requests.fixture.ts";
import { emulatorTest } from "../../vitest.ts";
import { openBrowser } from "../browser.fixture.ts";

const test = emulatorTest({ seed: "full" });
const RELEASES = "/acme/widgets/releases";

test("shows releases with notes and files that can be downloaded", async ({ emulator }) => {
  const { see } = await openBrowser(emulator);
  const list = await see(RELEASES);
  expect(list.text).toMatch(/href="\/acme\/widgets\/releases\/tag\/v1\.1\.0">v1\.1\.0<[\s\S]*>Latest</);
  expect(list.visibleText).toContain("The first release.");
  expect(list.text.match(/>Latest</g)).toHaveLength(1);
  const [, path = ""] = /href="(\/acme\/widgets\/releases\/download\/[^"]+)"[^>]*>Widgets</.exec(list.text) ?? [];
  expect((await see(path)).text).toBe("all widgets\n");
  const page = await see(`${RELEASES}/tag/v1.0.0`);
  expect(page.visibleText).toContain("The first release.");
  expect(page.text).not.toContain("Latest");
  expect((await see(`${RELEASES}/latest`)).headers.get("location")).toBe(`${RELEASES}/tag/v1.1.0`);
  expect((await see(`${RELEASES}/tag/v9`)).status).toBe(404);
  expect((await see("/acme/widgets")).text).toMatch(/href="\/acme\/widgets\/releases">Releases<[\s\S]*v1\.1\.0/);
});

test("shows drafts only to users who can push", async ({ emulator }) => {
  const { pathname } = new URL(
    (await clientFor(emulator, "alice").call(listReleases, { owner: "acme", repo: "widgets" })).find(
      ({ draft }) => draft,
    )?.html_url ?? "",
  );
  const [alice, mallory] = [await openBrowser(emulator, "alice"), await openBrowser(emulator, "mallory")];
  expect((await alice.see(RELEASES)).visibleText).toContain("Not ready yet.");
  expect((await alice.see(pathname)).visibleText).toContain("Not ready yet.");
  expect((await mallory.see(RELEASES)).visibleText).not.toContain("Not ready yet.");
  expect((await mallory.see(pathname)).status).toBe(404);
});
