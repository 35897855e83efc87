import { checkStar } from "@forgehand/core/operations";
import { expect } from "vitest";
import { createServiceClient, WIDGETS } from "../service/service-client.ts";
import { test } from "./session.ts";

test("the extension adds an account, stars a repository, and shows the field for review requests", async ({
  emulator,
  tab,
}) => {
  expect(await tab.signInOnOptions("alice")).toBe(`Forgehand is now using alice on ${emulator.webUrl}.`);
  await tab.openRepository();
  await tab.star(false).click();
  await tab.star(true).waitFor();
  await expect.poll(() => createServiceClient(emulator).call(checkStar, WIDGETS)).toBe(true);
  await tab.openPullRequest();
  const group = tab.page.getByRole("group", { name: "Review requests" });
  await expect.poll(() => group.getByRole("combobox", { name: "Add reviewers" }).isEditable()).toBe(true);
});
