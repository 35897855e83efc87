import { getSubscription } from "@forgehand/core/operations";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { createServiceClient, WIDGETS } from "../service/service-client.ts";
import { focusByTab } from "./focus-by-tab.ts";
import { test } from "./overlay.fixture.ts";
import { test as reviewTest } from "./review-request.fixture.ts";
import { mockSearchResults, renderSearchResults, test as rowsTest } from "./rows.fixture.ts";

/** A free area of the emulator's pages. */
const [FREE_X, FREE_Y] = [600, 600];

const clickElsewhere = (page: Page) => page.mouse.click(FREE_X, FREE_Y);

async function pressTabAndEnter(page: Page): Promise<void> {
  await page.getByRole("link", { name: /^Pull requests/ }).focus();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
}

/** A script of the page that turns what the user does elsewhere into a click on the star button. */
interface Redirection {
  /** Runs in the page. */
  readonly prepare: (star: HTMLButtonElement) => void;
  readonly act: (page: Page) => Promise<void>;
}

const REDIRECTIONS: Readonly<Record<string, Redirection>> = {
  "captures the pointer": {
    prepare: (star) => {
      const capture = (event: PointerEvent) => star.setPointerCapture(event.pointerId);
      document.addEventListener("pointerdown", capture, { capture: true, once: true });
    },
    act: clickElsewhere,
  },
  "captures the pointer while another button is pressed": {
    prepare: (star) => {
      const capture = (event: PointerEvent) => star.setPointerCapture(event.pointerId);
      document.addEventListener("pointerdown", capture, { capture: true, once: true });
    },
    act: (page) => page.getByRole("button", { name: "Watch: not watching" }).click(),
  },
  "moves the focus while Enter is pressed": {
    prepare: (star) => document.addEventListener("keydown", () => star.focus(), { capture: true, once: true }),
    async act(page) {
      await clickElsewhere(page);
      await page.keyboard.press("Enter");
      await page.evaluate(() => document.querySelector<HTMLElement>("forgehand-overlay")?.blur());
    },
  },
  "moves the focus while the space bar is pressed": {
    prepare: (star) => document.addEventListener("keydown", () => star.focus(), { capture: true, once: true }),
    async act(page) {
      await clickElsewhere(page);
      await page.keyboard.press("Space");
    },
  },
  "has moved the focus before Enter is pressed": {
    prepare: (star) => star.focus(),
    act: (page) => page.keyboard.press("Enter"),
  },
  "has moved the focus before the space bar is pressed": {
    prepare: (star) => star.focus(),
    act: (page) => page.keyboard.press("Space"),
  },
  "moves the focus while Tab is pressed": {
    prepare(star) {
      const move = (event: KeyboardEvent) => {
        event.preventDefault();
        star.focus();
      };
      document.addEventListener("keydown", move, { capture: true, once: true });
    },
    act: (page) => pressTabAndEnter(page),
  },
  "moves the focus while Tab moves it": {
    prepare: (star) => document.addEventListener("blur", () => star.focus(), { capture: true, once: true }),
    act: (page) => pressTabAndEnter(page),
  },
  "moves the focus after Tab has moved it": {
    prepare(star) {
      const takeFocus = () => {
        if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
        star.focus();
      };
      const takeNext = () => document.addEventListener("focus", takeFocus, { capture: true, once: true });
      document.addEventListener("keydown", takeNext, { capture: true, once: true });
    },
    act: (page) => pressTabAndEnter(page),
  },
  "keeps the focus on a button when the user clicks elsewhere": {
    prepare: () => document.addEventListener("mousedown", (event) => event.preventDefault(), { capture: true }),
    async act(page) {
      await focusByTab(page.getByRole("button", { name: "Star", exact: true }));
      await clickElsewhere(page);
      await page.keyboard.press("Enter");
    },
  },
  "keeps the focus on a button when the user presses Tab": {
    prepare: () => undefined,
    async act(page) {
      await focusByTab(page.getByRole("button", { name: "Star", exact: true }));
      await page.evaluate(() =>
        document.addEventListener("keydown", (event) => event.preventDefault(), { capture: true, once: true }),
      );
      await page.keyboard.press("Tab");
      await page.keyboard.press("Enter");
    },
  },
  "moves the focus back to a button that the user has left": {
    prepare: () => undefined,
    async act(page) {
      const star = page.getByRole("button", { name: "Star", exact: true });
      await focusByTab(star);
      await page.evaluate(() => addEventListener("blur", (event) => event.stopImmediatePropagation(), true));
      await clickElsewhere(page);
      await star.evaluate((button) => button.focus());
      await page.keyboard.press("Enter");
    },
  },
  "captures the pointer after a press that the user has aborted": {
    prepare(star) {
      const redirect = (event: PointerEvent) => {
        if (event.target instanceof Element && event.target.matches("forgehand-overlay")) return;
        event.stopImmediatePropagation();
        star.setPointerCapture(event.pointerId);
      };
      window.addEventListener("pointerdown", redirect, { capture: true });
    },
    async act(page) {
      await page.getByRole("button", { name: "Star", exact: true }).hover();
      await page.mouse.down();
      await page.mouse.move(FREE_X, FREE_Y);
      await page.mouse.up();
      await clickElsewhere(page);
    },
  },
  "adds a label": {
    prepare(star) {
      const label = document.createElement("label");
      star.id = "own";
      label.htmlFor = "own";
      label.textContent = "Accept cookies";
      star.after(label);
    },
    act: (page) => page.getByText("Accept cookies").click(),
  },
  "moves the button under the pointer during the press": {
    prepare(star) {
      const move = ({ clientX, clientY }: PointerEvent) => {
        // Otherwise the host is what fixed positions refer to.
        document.querySelector("forgehand-overlay")?.setAttribute("style", "translate: none");
        const [left, top] = [clientX - 20, clientY - 20];
        star.style.cssText = `position: fixed; left: ${left}px; top: ${top}px; width: 40px; height: 40px; z-index: 9`;
      };
      document.addEventListener("pointerdown", move, { capture: true, once: true });
    },
    act: clickElsewhere,
  },
  "locks the pointer": {
    prepare: (star) => document.addEventListener("click", () => star.requestPointerLock(), { once: true }),
    async act(page) {
      const isLocked = () => page.evaluate(() => document.pointerLockElement !== null);
      await clickElsewhere(page);
      await expect.poll(isLocked).toBe(true);
      await clickElsewhere(page);
      await page.evaluate(() => document.exitPointerLock());
      await expect.poll(isLocked).toBe(false);
    },
  },
  "moves the button out of the overlay, over its own": {
    prepare(star) {
      star.style.cssText = "position: fixed; left: 550px; top: 550px; width: 100px; height: 100px; opacity: 0.01";
      document.body.append(star);
    },
    async act(page) {
      await clickElsewhere(page);
      await page.keyboard.press("Enter");
    },
  },
};

describe("a click on the page's own content does nothing if the page", () => {
  test.for(Object.entries(REDIRECTIONS))("%s", async ([, { prepare, act }], { emulator, tab }) => {
    await tab.openAsAlice();
    await tab.star(false).evaluate(prepare);
    emulator.control.clearCalls();
    await act(tab.page);
    // A real press follows, so that the redirected one had time to take effect.
    await focusByTab(tab.button("Watch: not watching"));
    await tab.page.keyboard.press("Enter");
    await tab.page.getByRole("menuitemradio", { name: "Watching", exact: true }).click();
    await expect.poll(() => createServiceClient(emulator).call(getSubscription, WIDGETS)).not.toBeNull();
    const writes = emulator.control.calls().filter(({ method }) => method !== "GET");
    expect(writes).toMatchObject([{ operation: "setSubscription" }]);
  });

  reviewTest("types a reviewer and captures the pointer", async ({ emulator, reviews }) => {
    const { page, field, tab } = reviews;
    await reviews.open();
    await reviews.waitUntilKnown();
    emulator.control.clearCalls();
    await field.evaluate((input) => {
      if (!(input instanceof HTMLInputElement)) throw new Error("There is no field.");
      input.focus();
      document.execCommand("insertText", false, "mallory");
      input.blur();
    });
    await tab.button("Request review").evaluate((button) => {
      const capture = (event: PointerEvent) => button.setPointerCapture(event.pointerId);
      document.addEventListener("pointerdown", capture, { capture: true, once: true });
    });
    await clickElsewhere(page);
    // Anything sent earlier would arrive before the request that is sent now.
    await field.fill("carol");
    await tab.button("Request review").click();
    await expect.poll(() => reviews.requestedReviewers()).toContain("carol");
    const writes = emulator.control.calls().filter(({ method }) => method !== "GET");
    expect(writes.map(({ body }) => body)).toEqual([{ reviewers: ["carol"] }]);
  });

  reviewTest("types a reviewer and moves the focus to the field", async ({ emulator, reviews }) => {
    const { page, field, tab } = reviews;
    await reviews.open();
    await reviews.waitUntilKnown();
    emulator.control.clearCalls();
    const typeMallory = () =>
      field.evaluate((input) => {
        if (!(input instanceof HTMLInputElement)) throw new Error("There is no field.");
        input.focus();
        document.execCommand("insertText", false, "mallory");
      });
    for (const key of ["Enter", "Control+Enter"]) {
      await typeMallory();
      await page.keyboard.press(key);
    }
    await tab.button("Request review").evaluate((button) => button.focus());
    await page.keyboard.press("Enter");
    // Anything sent earlier would arrive before the request that is sent now.
    await focusByTab(field);
    await page.keyboard.press("Control+a");
    await page.keyboard.type("carol");
    await page.keyboard.press("Control+Enter");
    await expect.poll(() => reviews.requestedReviewers()).toContain("carol");
    const writes = emulator.control.calls().filter(({ method }) => method !== "GET");
    expect(writes.map(({ body }) => body)).toEqual([{ reviewers: ["carol"] }]);
  });

  rowsTest("adds nearly invisible rows and captures the pointer", async ({ emulator, list }) => {
    await mockSearchResults(list.page, renderSearchResults(["acme/museum"]));
    await list.open("/search?q=zzz");
    await list.page.evaluate(
      (html) => {
        const bait = document.createElement("div");
        bait.style.opacity = "0.001";
        bait.innerHTML = html;
        document.querySelector("main")?.prepend(bait);
      },
      renderSearchResults(["parts/bolts", "acme/widgets"]),
    );
    const star = list.row("parts/bolts").locator("[aria-label=Star][aria-pressed=false]");
    await star.waitFor({ state: "attached" });
    await star.evaluate((button) => {
      const capture = (event: PointerEvent) => button.setPointerCapture(event.pointerId);
      document.addEventListener("pointerdown", capture, { capture: true, once: true });
    });
    emulator.control.clearCalls();
    await clickElsewhere(list.page);
    // A real press follows, so that the redirected one had time to take effect.
    await focusByTab(list.row("acme/museum").getByRole("button", { name: "Star", exact: true }));
    await list.page.keyboard.press("Enter");
    const writes = () => emulator.control.calls().filter(({ method }) => method !== "GET");
    await expect.poll(writes).not.toEqual([]);
    expect(writes().map(({ path }) => path)).toEqual(["/api/v3/user/starred/acme/museum"]);
  });
});

describe("a row's control does nothing after the page", () => {
  const openRows = async (page: Page, webUrl: string) => {
    await mockSearchResults(page, renderSearchResults(["parts/bolts", "acme/museum"]));
    await page.goto(`${webUrl}/search?q=zzz`);
  };

  rowsTest("has moved it to another row", async ({ emulator, list }) => {
    await openRows(list.page, emulator.webUrl);
    await list.row("acme/museum").locator("[aria-pressed=false]").waitFor();
    const star = list.row("parts/bolts").locator("[aria-label=Star][aria-pressed=false]");
    // The page moves it when the key arrives, before the control does.
    await star.evaluate((button: HTMLElement) => {
      const move = () => {
        const root = button.getRootNode();
        const other = document.querySelectorAll("forgehand-row")[1];
        if (root instanceof ShadowRoot) other?.replaceWith(root.host);
      };
      addEventListener("keydown", move, { capture: true, once: true });
      button.focus();
    });
    emulator.control.clearCalls();
    await list.page.keyboard.press("Enter");
    await expect.poll(() => list.toast.innerText()).toContain("This row has changed");
    expect(emulator.control.calls().filter(({ method }) => method !== "GET")).toEqual([]);
    // Each row has its own controls again.
    await list.row("acme/museum").locator("[aria-label=Star][aria-pressed=false]").click();
    const writes = () => emulator.control.calls().filter(({ method }) => method !== "GET");
    await expect.poll(writes).toMatchObject([{ path: "/api/v3/user/starred/acme/museum" }]);
    await star.click();
    await expect.poll(() => writes().map(({ path }) => path)).toContain("/api/v3/user/starred/parts/bolts");
  });

  rowsTest("has changed the row's link and moved the button out of the row", async ({ emulator, list }) => {
    await openRows(list.page, emulator.webUrl);
    const star = list.row("parts/bolts").locator("[aria-label=Star][aria-pressed=false]");
    await star.evaluate((button: HTMLElement) => {
      document.querySelector("a[href='/parts/bolts']")?.setAttribute("href", "/acme/widgets");
      button.style.cssText = "position: fixed; left: 550px; top: 550px; width: 100px; height: 100px; z-index: 9";
      document.body.append(button);
    });
    emulator.control.clearCalls();
    await clickElsewhere(list.page);
    await list.page.keyboard.press("Enter");
    // A real press follows, so that the other ones had time to take effect.
    await list.row("acme/museum").locator("[aria-label=Star][aria-pressed=false]").click();
    const writes = () => emulator.control.calls().filter(({ method }) => method !== "GET");
    await expect.poll(writes).not.toEqual([]);
    expect(writes().map(({ path }) => path)).toEqual(["/api/v3/user/starred/acme/museum"]);
  });
});
