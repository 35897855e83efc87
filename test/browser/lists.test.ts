import { describe, expect } from "vitest";
import { names, row, takeScreenshots, test } from "./lists.fixture.ts";

describe("the lists page", () => {
  test("gathers starred and watched repositories, even if the service's own watch list is empty", async ({
    gather,
    lists,
  }) => {
    await gather();
    await expect.poll(() => row(lists, "parts/part-4").innerText()).toContain("Archived");
    await lists.getByRole("button", { name: "Watch parts/part-18: Ignoring", exact: true }).waitFor();
    await lists.getByRole("button", { name: "Unstar parts/part-2", exact: true }).waitFor();
    expect(await row(lists, "parts/part-1").count()).toBe(0);
    await lists.getByText("Data sources").click();
    const sources = lists.locator(".sources");
    await expect
      .poll(() => sources.innerText())
      .toMatch(/list of watched repositories on \S+ is empty, which proves nothing/);
    // Alice starred 21 of the 24. No list returns the other three that she watches.
    await expect.poll(() => sources.locator("li").first().innerText()).toMatch(/Starred\s*21/);
    await takeScreenshots(lists, "gathered");
  });

  test("searches and filters, keeps both in the URL, and supports the back button", async ({
    browser,
    gather,
    lists,
  }) => {
    await gather();
    await lists.getByRole("searchbox").pressSequentially("bolt");
    await expect.poll(() => names(lists)).toEqual(parts(3, 5, 7, 11, 13, 15, 19, 21, 23));
    await lists.getByRole("button", { name: /^Rust/ }).click();
    await expect.poll(() => names(lists)).toEqual(parts(3, 15, 21));
    await expect.poll(() => new URL(lists.url()).searchParams.get("q")).toBe("bolt");
    await expect.poll(() => new URL(lists.url()).searchParams.get("language")).toBe("Rust");
    // Counts show how many entries another filter would leave.
    await expect.poll(() => lists.getByRole("button", { name: /^Watching/ }).innerText()).toMatch(/2$/);

    const other = await browser.context.newPage();
    await other.goto(lists.url());
    await expect.poll(() => names(other)).toEqual(parts(3, 15, 21));
    await expect.poll(() => other.getByRole("searchbox").inputValue()).toBe("bolt");

    await lists.goBack();
    await expect.poll(async () => (await names(lists)).length).toBe(9);
    // A whole search is one history entry.
    await lists.goBack();
    await expect.poll(() => lists.getByRole("searchbox").inputValue()).toBe("");
    await lists.getByRole("button", { name: "Archived", exact: false }).first().click();
    await lists.getByRole("button", { name: "Remove filter: Archived" }).click();
    await expect.poll(() => new URL(lists.url()).searchParams.get("archived")).toBeNull();
  });

  test("sorts by its columns in both directions", async ({ gather, lists }) => {
    await gather("owner=parts&language=Rust");
    const header = (name: string) => lists.getByRole("columnheader", { name });
    await expect.poll(() => header("Repository").getAttribute("aria-sort")).toBe("ascending");
    // Numbers in names sort numerically.
    await expect.poll(async () => (await names(lists)).slice(0, 4)).toEqual(parts(3, 6, 12, 15));
    await lists.getByRole("button", { name: "Starred", exact: true }).last().click();
    await expect.poll(() => header("Starred").getAttribute("aria-sort")).toBe("descending");
    await expect.poll(async () => (await names(lists))[0]).toBe("parts/part-3");
    await lists.getByRole("button", { name: "Starred", exact: true }).last().click();
    await expect.poll(async () => (await names(lists))[0]).toBe("parts/part-24");
    await expect.poll(() => new URL(lists.url()).searchParams.get("order")).toBe("ascending");
  });
});

/** Names of parts by number. */
const parts = (...numbers: number[]) => numbers.map((number) => `parts/part-${number}`);
