import { describe, expect } from "vitest";
import { test } from "./review-request.fixture.ts";

describe("only real user input requests reviews", () => {
  test("synthetic events of the page do nothing", async ({ emulator, reviews }) => {
    const { page } = reviews;
    const requested = { users: ["dora"] };
    await reviews.open({ more: { pulls: [{ number: 7, title: "Change", author: "bob", head: "change", requested }] } });
    await reviews.openSuggestions();
    await page.keyboard.type("carol,");
    await expect.poll(() => reviews.chips("Selected reviewers")).toEqual(["carol"]);
    emulator.control.clearCalls();
    await page.evaluate(() => {
      const root = document.querySelector("forgehand-overlay")?.shadowRoot;
      const input = root?.querySelector<HTMLInputElement>("[role=combobox]");
      if (!root || !input) throw new Error("There is no field.");
      input.value = "mallory";
      input.dispatchEvent(new InputEvent("input", { bubbles: true, data: "mallory" }));
      for (const more of [{}, { ctrlKey: true }]) {
        input.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, ...more }));
      }
      const paste = new ClipboardEvent("paste", { bubbles: true, clipboardData: new DataTransfer() });
      paste.clipboardData?.setData("text/plain", "mallory eve");
      input.dispatchEvent(paste);
      for (const button of root.querySelectorAll<HTMLElement>("fieldset button, [role=option]")) button.click();
      for (const form of root.querySelectorAll("form")) form.requestSubmit();
      input.form?.requestSubmit();
    });
    // Anything sent earlier would arrive before the request that is sent now.
    await reviews.tab.button("Request review").click();
    await expect.poll(() => reviews.requestedReviewers()).toEqual(["dora", "carol"]);
    const writes = emulator.control.calls().filter(({ method }) => method !== "GET");
    expect(writes.map(({ method, body }) => [method, body])).toEqual([["POST", { reviewers: ["carol"] }]]);
  });

  test("names that the page puts into the field while the user types are taken back", async ({ emulator, reviews }) => {
    const { page, field } = reviews;
    await reviews.open();
    await reviews.openSuggestions();
    emulator.control.clearCalls();
    await page.keyboard.type("ca");
    await field.evaluate((input) => {
      if (!(input instanceof HTMLInputElement)) throw new Error("There is no field.");
      input.value = "mallory,ca";
    });
    await page.keyboard.type("r");
    await expect.poll(() => field.inputValue()).toBe("car");
    await page.evaluate(() => document.execCommand("insertText", false, ",mallory"));
    expect(await field.inputValue()).toBe("car");
    await field.evaluate((input) => {
      const insert = () => input instanceof HTMLInputElement && input.setRangeText("mallory,", 0, 0);
      window.addEventListener("beforeinput", insert, { capture: true, once: true });
    });
    await page.keyboard.type("o");
    expect(await field.inputValue()).toBe("caro");
    await field.evaluate((input) => {
      const insert = () => input instanceof HTMLInputElement && input.setRangeText("mallory,", 0, 0);
      window.addEventListener("input", insert, { capture: true, once: true });
    });
    await page.keyboard.type("x");
    expect(await field.inputValue()).toBe("caro");
    await page.keyboard.type("l");
    await page.keyboard.press("Control+Enter");
    await expect.poll(() => reviews.requestedReviewers()).toEqual(["carol"]);
    const writes = emulator.control.calls().filter(({ method }) => method !== "GET");
    expect(writes.map(({ body }) => body)).toEqual([{ reviewers: ["carol"] }]);
  });

  test("user input does nothing on a page that is signed in as another user", async ({ emulator, reviews }) => {
    const { page, field } = reviews;
    await page.goto(`${emulator.webUrl}/login`);
    await page.getByRole("button", { name: /^carol\b/ }).click();
    await page.locator("meta[name=user-login][content=carol]").waitFor({ state: "attached" });
    await reviews.open();
    await field.click();
    await field.fill("dora");
    await page.keyboard.press("Control+Enter");
    await expect.poll(() => reviews.tab.alert("Review requests").innerText()).toContain("signed in as carol");
    expect(await reviews.requestedReviewers()).toEqual([]);
    await expect.poll(() => reviews.chips("Selected reviewers")).toEqual(["dora"]);
    expect(reviews.requestBodies()).toEqual([]);
    await page.context().clearCookies();
  });
});
