import { describe, expect } from "vitest";
import { focusByTab } from "./focus-by-tab.ts";
import { test } from "./review-request.fixture.ts";

describe("unavailable or unknown review requests", () => {
  test("explain a missing permission before any click", async ({ emulator, reviews }) => {
    await reviews.open({
      as: "mallory",
      more: { pulls: [{ number: 7, title: "Change", author: "bob", head: "change", requested: { users: ["carol"] } }] },
    });
    const explanation = reviews.group.getByText("This token can't request reviews.");
    await explanation.waitFor();
    await expect.poll(() => explanation.innerText()).toContain("public_repo");
    await expect.poll(() => reviews.field.getAttribute("aria-describedby")).toBe(await explanation.getAttribute("id"));
    await expect.poll(() => reviews.field.getAttribute("aria-disabled")).toBe("true");
    emulator.control.clearCalls();
    await focusByTab(reviews.field);
    await reviews.page.keyboard.type("carol");
    await reviews.page.keyboard.press("Control+Enter");
    await focusByTab(reviews.tab.button("Remove carol"));
    await reviews.page.keyboard.press("Enter");
    await expect.poll(() => reviews.field.inputValue()).toBe("");
    expect(emulator.control.calls()).toEqual([]);
    expect(await reviews.axeViolations()).toEqual([]);
  });

  test("distinguish unknown reviewers from no reviewers", async ({ emulator, reviews }) => {
    emulator.control.faults.add({ operation: "getPullRequest", status: 503, message: "Down for a while" });
    await reviews.open({ more: { pulls: [{ number: 7, title: "Change", author: "bob", head: "change" }] } });
    await reviews.group.getByText("unknown").waitFor();
    await expect.poll(() => reviews.tab.alert("Review requests").innerText()).toContain("Down for a while");
    expect(await reviews.group.getByText("none").count()).toBe(0);
    emulator.control.faults.clear();
    await reviews.tab.button("Try again").click();
    await reviews.group.getByText("none").waitFor();
  });
});
