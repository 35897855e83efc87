import { getSubscription } from "@forgehand/core/operations";
import type { Emulator } from "@forgehand/emulator";
import { describe, expect } from "vitest";
import { createServiceClient } from "../service/service-client.ts";
import { holdResponses } from "./hold-responses.ts";
import { axeViolations, button, PARTS, pauseUnstarJob, takeScreenshots, test } from "./lists.fixture.ts";
import { listsAddress } from "./lists-data.ts";

describe("a bulk action", () => {
  test("shows exactly what it will do, continues after the page is closed, and can be undone completely", async ({
    browser,
    emulator,
    gather,
    lists,
  }) => {
    await gather("owner=parts&watch=watching");
    const held = await holdResponses(browser.context, /\/subscription$/, { method: "DELETE" });
    await expect
      .poll(() => lists.getByRole("checkbox", { name: /^Select all/ }).getAttribute("aria-label"))
      .toBe("Select all 14 matches");
    await lists.getByRole("checkbox", { name: /^Select all/ }).click();
    await expect.poll(() => lists.locator(".selected strong").innerText()).toBe("14 selected");
    await button(lists, "Unwatch").click();
    const dialog = lists.getByRole("dialog", { name: "Unwatch 14 repositories?" });
    await dialog.getByText("14 will be changed.").waitFor();
    await dialog.getByText("With GitHub's rate limits, this takes less than a minute.").waitFor();
    await dialog.getByText("undo all of its changes afterward").waitFor();
    await dialog
      .getByText("Custom notifications that you chose on the site, such as only releases, are lost.")
      .waitFor();
    expect(await axeViolations(lists)).toEqual([]);
    await takeScreenshots(lists, "confirm");
    expect(emulator.control.calls().filter(({ method }) => method !== "GET")).toEqual([]);
    await button(lists, "Unwatch 14 repositories").click();
    const job = lists.getByRole("article", { name: "Unwatch 14 repositories" });
    await job.getByRole("progressbar").waitFor();
    await lists.goto("about:blank");
    await expect.poll(held.count).toBeGreaterThan(0);
    await held.release();

    await lists.goto(listsAddress(browser.optionsUrl, emulator.webUrl, "view=jobs"));
    await job.getByText("Done", { exact: true }).waitFor();
    await expect.poll(() => job.innerText()).toContain("14 changed");
    // Two repositories are still watched, because no list returns them.
    await expect.poll(() => watchedParts(emulator)).toBe(2);
    await takeScreenshots(lists, "jobs-done");

    await job.getByRole("button", { name: "Undo: Unwatch 14 repositories" }).click();
    await lists.getByRole("dialog").getByText("14 repositories will be restored to their previous state.").waitFor();
    await lists
      .getByRole("dialog")
      .getByText("Custom notifications, such as only releases, aren't restored.")
      .waitFor();
    await lists.getByRole("dialog").getByRole("button", { name: "Undo" }).click();
    const undo = lists.getByRole("article", { name: "Undo: Unwatch 14 repositories" });
    await undo.getByText("Done", { exact: true }).waitFor();
    await expect.poll(() => watchedParts(emulator)).toBe(16);
    await job.getByText("Undone").waitFor();
    expect(await axeViolations(lists)).toEqual([]);
  });

  test("can be paused and resumed", async ({ browser, emulator, gather, lists }) => {
    await gather("owner=parts&star=yes");
    const job = await pauseUnstarJob(browser, lists);
    await job.getByText("Paused", { exact: true }).waitFor();
    const paused = emulator.control.calls().length;
    await takeScreenshots(lists, "paused");
    await button(lists, "Resume: Unstar 21 repositories").click();
    await job.getByText("Done", { exact: true }).waitFor();
    await expect.poll(() => job.innerText()).toContain("21 changed");
    const unstars = emulator.control.calls().filter(({ operation }) => operation === "unstarRepository");
    // Undoing it changes the dates of the stars.
    await button(lists, "Undo: Unstar 21 repositories").click();
    await lists.getByRole("dialog").getByText("The stars get a new date").waitFor();
    await takeScreenshots(lists, "undo-unstar");
    // Some calls had not started when the job was paused, and none was sent twice.
    expect(paused).toBeLessThan(emulator.control.calls().length);
    expect(new Set(unstars.map(({ path }) => path)).size).toBe(unstars.length);
  });
});

/** Number of `parts` repositories that alice watches. */
async function watchedParts(emulator: Emulator): Promise<number> {
  const service = createServiceClient(emulator);
  const names = Object.keys(PARTS.repositories).map((name) => name.replace("parts/", ""));
  const all = await Promise.all(names.map((repo) => service.call(getSubscription, { owner: "parts", repo })));
  return all.filter((subscription) => subscription?.subscribed).length;
}
