import { checkStar, getSubscription } from "@forgehand/core/operations";
import { describe, expect } from "vitest";
import { createServiceClient } from "../service/service-client.ts";
import { addAccount } from "./add-account.ts";
import { names, takeScreenshots, test } from "./lists.fixture.ts";
import { listsAddress } from "./lists-data.ts";
import { ExtensionTab } from "./session.ts";

describe("actions on single rows of the lists page", () => {
  test("star and watch, keep the row in place, and can be undone", async ({ emulator, gather, lists }) => {
    await gather("owner=parts&watch=watching");
    const service = createServiceClient(emulator);
    const part2 = { owner: "parts", repo: "part-2" };
    await lists.getByRole("button", { name: "Unstar parts/part-2", exact: true }).click();
    await lists.getByText("Unstarred parts/part-2.").waitFor();
    expect(await service.call(checkStar, part2)).toBe(false);
    await lists.getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => service.call(checkStar, part2)).toBe(true);

    await lists.getByRole("button", { name: "Watch parts/part-2: Watching", exact: true }).click();
    await lists.getByRole("menuitemradio", { name: "Ignoring" }).click();
    await lists.getByRole("button", { name: "Watch parts/part-2: Ignoring", exact: true }).waitFor();
    await expect.poll(() => service.call(getSubscription, part2)).toMatchObject({ ignored: true });
    // The row no longer matches the filters, but stays under the pointer until the list is refreshed.
    await lists.getByText("Some repositories have changed since").waitFor();
    await expect.poll(() => names(lists)).toContain("parts/part-2");
    await lists.getByRole("button", { name: "Update list" }).click();
    await expect.poll(() => names(lists)).not.toContain("parts/part-2");
  });

  test("report an error, and show the actual state", async ({ emulator, gather, lists }) => {
    await gather();
    emulator.control.faults.add({ operation: "unstarRepository", status: 403, message: "Resource protected by SSO." });
    await lists.getByRole("button", { name: "Unstar parts/part-2", exact: true }).click();
    await lists.getByText(/^parts\/part-2: .*Resource protected by SSO/).waitFor();
    await lists.getByRole("button", { name: "Unstar parts/part-2", exact: true }).waitFor();
  });

  test("are rejected by the worker for invalid repositories, unknown accounts and two changes at once", async ({
    emulator,
    gather,
    lists,
  }) => {
    await gather();
    const account = `alice ${new URL(emulator.webUrl).origin}`;
    const before = emulator.control.calls().length;
    for (const [name, message] of Object.entries({
      "a path as owner": { account, owner: "..", name: "user", wanted: { starred: true } },
      "a path as name": { account, owner: "parts", name: "part-2/../x", wanted: { starred: true } },
      "an unknown account": {
        account: `unknown-user ${emulator.webUrl}`,
        owner: "parts",
        name: "part-2",
        wanted: { starred: true },
      },
      "two changes at once": { account, owner: "parts", name: "part-2", wanted: { starred: true, watch: "watching" } },
    })) {
      const reply = await lists.evaluate(
        (message) => Reflect.get(globalThis, "chrome").runtime.sendMessage({ type: "change-entry", ...message }),
        message,
      );
      expect([name, reply]).toEqual([name, expect.objectContaining({ ok: false })]);
    }
    expect(emulator.control.calls().length).toBe(before);
  });

  test("are synchronized with other lists pages and pages of the service", async ({
    browser,
    emulator,
    gather,
    lists,
  }) => {
    await gather();
    const other = await browser.context.newPage();
    await other.goto(listsAddress(browser.optionsUrl, emulator.webUrl));
    await other.getByRole("button", { name: "Unstar parts/part-2", exact: true }).click();
    await lists.getByRole("button", { name: "Star parts/part-2", exact: true }).waitFor();
    const tab = new ExtensionTab(await browser.context.newPage(), emulator, browser);
    await tab.page.goto(`${emulator.webUrl}/parts/part-2`);
    await tab.star(false).click();
    await tab.star(true).waitFor();
    await lists.getByRole("button", { name: "Unstar parts/part-2", exact: true }).waitFor();
  });

  test("are disabled for watching with a fine-grained token, with one explanation; starring still works", async ({
    emulator,
    lists,
    openLists,
  }) => {
    await openLists();
    const permissions = { metadata: "read", starring: "write" } as const;
    const token = emulator.control.createToken("stars", { kind: "fine-grained", user: "alice", permissions });
    await addAccount(lists, emulator, token);
    await openLists();
    await lists.getByRole("button", { name: "Load my repositories" }).click();
    await lists.getByText(/^Refreshed/).waitFor();
    await expect
      .poll(() => lists.locator(".notice").allInnerTexts())
      .toEqual([expect.stringContaining("Fine-grained tokens and app tokens can't read or change watch states.")]);
    const watch = lists.getByRole("button", { name: "Watch acme/widgets: Unknown", exact: true });
    await expect.poll(() => watch.getAttribute("aria-disabled")).toBe("true");
    await expect.poll(() => watch.getAttribute("title")).toContain("Use a classic token.");
    await lists.getByRole("button", { name: "Star acme/widgets", exact: true }).click();
    await lists.getByRole("button", { name: "Unstar acme/widgets", exact: true }).waitFor();
    await lists.getByRole("checkbox", { name: "Select acme/widgets" }).click();
    await expect
      .poll(() => lists.getByRole("button", { name: "Unwatch", exact: true }).getAttribute("aria-disabled"))
      .toBe("true");
    await takeScreenshots(lists, "fine-grained");
  });
});
