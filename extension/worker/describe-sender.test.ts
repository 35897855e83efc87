import "./browser.fixture.ts";
import { expect, test, vi } from "vitest";
import { browser } from "wxt/browser";
import { describeSender } from "./describe-sender.ts";

const OWN = "chrome-extension://forgehand";
const FORGE = "https://forge.example.com";
const page = { id: "forgehand", url: `${FORGE}/acme/widgets`, origin: FORGE, frameId: 0 };

function describeAtOwnUrl(sender: Parameters<typeof describeSender>[0]) {
  using _ = vi.spyOn(browser.runtime, "getURL").mockReturnValue(`${OWN}/`);
  return describeSender(sender);
}

test("only pages at the extension's own origin are its pages", () => {
  const isExtensionPage = (url: string | undefined, origin?: string) =>
    describeAtOwnUrl({ id: "forgehand", ...(url !== undefined && { url }), ...(origin !== undefined && { origin }) })
      .isExtensionPage;
  expect(isExtensionPage(`${OWN}/options.html`, OWN)).toBe(true);
  expect(isExtensionPage(`${FORGE}/acme/widgets`, FORGE)).toBe(false);
  expect(isExtensionPage(`${OWN}/options.html`, FORGE)).toBe(false);
  expect(isExtensionPage(`${FORGE}/acme/widgets`, OWN)).toBe(false);
  expect(isExtensionPage(`${OWN}-evil/options.html`, `${OWN}-evil`)).toBe(false);
  expect(isExtensionPage(`${OWN}/options.html`, "null")).toBe(false);
  expect(isExtensionPage(undefined)).toBe(false);
});

test("a document that its tab has left, or does not show yet, has no origin", () => {
  expect(describeAtOwnUrl(page).origin).toBe(FORGE);
  expect(describeAtOwnUrl({ ...page, documentLifecycle: "active" }).origin).toBe(FORGE);
  for (const documentLifecycle of ["prerender", "cached", "pending_deletion"] as const) {
    expect(describeAtOwnUrl({ ...page, documentLifecycle }).origin).toBeUndefined();
  }
});

test("browsers that report no origin report the document's URL", () => {
  const { origin: _, ...withoutOrigin } = page;
  expect(describeAtOwnUrl(withoutOrigin).origin).toBe(FORGE);
});
