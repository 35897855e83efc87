import { checkStar, getSubscription } from "@forgehand/core/operations";
import { describe, expect } from "vitest";
import { askService } from "../service/ask.ts";
import { addAccount } from "./add-account.ts";
import { listsAddress, names, row, shot, test } from "./lists.fixture.ts";

describe("the lists page", () => {
  test("gathers what an account stars and watches, where the service's own list is empty", async ({
    gather,
    lists,
  }) => {
    await gather();
    expect(await row(lists, "parts/part-4").innerText()).toContain("Archived");
    await lists.getByRole("button", { name: "Watch parts/part-18: Ignoring", exact: true }).waitFor();
    await lists.getByRole("button", { name: "Unstar parts/part-2", exact: true }).waitFor();
    expect(await row(lists, "parts/part-1").count()).toBe(0);
    await lists.getByText("Where this comes from").click();
    const sources = lists.locator(".sources");
    expect(await sources.innerText()).toContain("Forges no longer list what somebody watches");
    // Of the 24 alice starred 21. That she watches the other three nobody lists: they can't be found.
    expect(await sources.locator("li").first().innerText()).toMatch(/Starred\s*21/);
    await shot(lists, "gathered");
  });

  test("finds by words and filters, which are in its address: others can have it, and back goes back", async ({
    browser,
    gather,
    lists,
  }) => {
    await gather();
    await lists.getByRole("searchbox").pressSequentially("bolt");
    await expect.poll(() => names(lists)).toEqual(parts(3, 5, 7, 11, 13, 15, 19, 21, 23));
    await lists.getByRole("button", { name: /^Rust/ }).click();
    await expect.poll(() => names(lists)).toEqual(parts(3, 15, 21));
    expect(new URL(lists.url()).searchParams.get("q")).toBe("bolt");
    expect(new URL(lists.url()).searchParams.get("language")).toBe("Rust");
    // Counts say what a click on another one would leave.
    expect(await lists.getByRole("button", { name: /^Watching/ }).innerText()).toMatch(/2$/);

    const other = await browser.context.newPage();
    await other.goto(lists.url());
    await expect.poll(() => names(other)).toEqual(parts(3, 15, 21));
    expect(await other.getByRole("searchbox").inputValue()).toBe("bolt");
    await other.close();

    await lists.goBack();
    await expect.poll(async () => (await names(lists)).length).toBe(9);
    // One step for all of the search.
    await lists.goBack();
    await expect.poll(() => lists.getByRole("searchbox").inputValue()).toBe("");
    await lists.getByRole("button", { name: "Archived", exact: false }).first().click();
    await lists.getByRole("button", { name: "Take the filter away: Archived" }).click();
    await expect.poll(() => new URL(lists.url()).searchParams.get("archived")).toBeNull();
  });

  test("sorts by its columns, either way", async ({ gather, lists }) => {
    await gather("owner=parts&language=Rust");
    const header = (name: string) => lists.getByRole("columnheader", { name });
    expect(await header("Repository").getAttribute("aria-sort")).toBe("ascending");
    // Numbers in names count as numbers.
    await expect.poll(async () => (await names(lists)).slice(0, 4)).toEqual(parts(3, 6, 12, 15));
    await lists.getByRole("button", { name: "Starred", exact: true }).last().click();
    await expect.poll(() => header("Starred").getAttribute("aria-sort")).toBe("descending");
    expect((await names(lists))[0]).toBe("parts/part-3");
    await lists.getByRole("button", { name: "Starred", exact: true }).last().click();
    await expect.poll(async () => (await names(lists))[0]).toBe("parts/part-24");
    expect(new URL(lists.url()).searchParams.get("order")).toBe("ascending");
  });

  test("stars and watches in a row, keeps the row in its place, and takes it back", async ({
    emulator,
    gather,
    lists,
  }) => {
    await gather("owner=parts&watch=watching");
    const service = askService(emulator);
    const part2 = { owner: "parts", repo: "part-2" };
    await lists.getByRole("button", { name: "Unstar parts/part-2", exact: true }).click();
    await lists.getByText("Took the star from parts/part-2.").waitFor();
    expect(await service.call(checkStar, part2)).toBe(false);
    await lists.getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => service.call(checkStar, part2)).toBe(true);

    await lists.getByRole("button", { name: "Watch parts/part-2: Watching", exact: true }).click();
    await lists.getByRole("menuitemradio", { name: "Ignoring" }).click();
    await lists.getByRole("button", { name: "Watch parts/part-2: Ignoring", exact: true }).waitFor();
    await expect.poll(() => service.call(getSubscription, part2)).toMatchObject({ ignored: true });
    // It doesn't match any more, and stays under the hand until somebody wants the list anew.
    await lists.getByText("Some have changed since").waitFor();
    expect(await names(lists)).toContain("parts/part-2");
    await lists.getByRole("button", { name: "Update the list" }).click();
    await expect.poll(() => names(lists)).not.toContain("parts/part-2");
  });

  test("says what was not done, and shows what is so", async ({ emulator, gather, lists }) => {
    await gather();
    emulator.control.faults.add({ operation: "unstarRepository", status: 403, message: "Resource protected by SSO." });
    await lists.getByRole("button", { name: "Unstar parts/part-2", exact: true }).click();
    await lists.getByText(/^parts\/part-2: .*Resource protected by SSO/).waitFor();
    await lists.getByRole("button", { name: "Unstar parts/part-2", exact: true }).waitFor();
  });

  test("two of them agree with each other and with pages of the forge", async ({
    browser,
    emulator,
    gather,
    lists,
    tab,
  }) => {
    await gather();
    const other = await browser.context.newPage();
    await other.goto(listsAddress(browser.optionsUrl, emulator.webUrl));
    await other.getByRole("button", { name: "Unstar parts/part-2", exact: true }).click();
    await lists.getByRole("button", { name: "Star parts/part-2", exact: true }).waitFor();
    await tab.page.goto(`${emulator.webUrl}/parts/part-2`);
    await tab.star(false).click();
    await tab.star(true).waitFor();
    await lists.getByRole("button", { name: "Unstar parts/part-2", exact: true }).waitFor();
    await other.close();
  });

  test("says once why watching is unknown with a fine-grained token, and stars all the same", async ({
    emulator,
    lists,
    openLists,
  }) => {
    await openLists();
    const permissions = { metadata: "read", starring: "write" } as const;
    const token = emulator.control.createToken("stars", { kind: "fine-grained", user: "alice", permissions });
    await addAccount(lists, emulator, token);
    await openLists();
    await lists.getByRole("button", { name: "Gather my repositories" }).click();
    await lists.getByText(/^Refreshed/).waitFor();
    expect(await lists.locator(".notice").allInnerTexts()).toEqual([
      expect.stringContaining("Fine-grained and app tokens can't see or change what somebody watches."),
    ]);
    const watch = lists.getByRole("button", { name: "Watch acme/widgets: Unknown", exact: true });
    expect(await watch.getAttribute("aria-disabled")).toBe("true");
    expect(await watch.getAttribute("title")).toContain("A classic token can.");
    await lists.getByRole("button", { name: "Star acme/widgets", exact: true }).click();
    await lists.getByRole("button", { name: "Unstar acme/widgets", exact: true }).waitFor();
    await lists.getByRole("checkbox", { name: "Select acme/widgets" }).click();
    expect(await lists.getByRole("button", { name: "Unwatch", exact: true }).getAttribute("aria-disabled")).toBe(
      "true",
    );
    await shot(lists, "fine-grained");
  });
});

/** The names of parts by their numbers. */
const parts = (...numbers: number[]) => numbers.map((number) => `parts/part-${number}`);
