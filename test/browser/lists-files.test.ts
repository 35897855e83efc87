import { readFileSync } from "node:fs";
import { checkStar, getSubscription } from "@forgehand/core/operations";
import { describe, expect, onTestFinished } from "vitest";
import { createServiceClient } from "../service/service-client.ts";
import { axeViolations, takeScreenshots, test } from "./lists.fixture.ts";

const CSV = [
  "repository,starred,watch",
  "parts/part-2,no,",
  "parts/part-3,yes,ignoring",
  "parts/part-20,yes,watching",
  "parts/part-1,yes,",
  "not a name,yes,",
  "parts/part-4,,",
  "https://forge.example/parts/part-5,yes,",
].join("\n");

describe("import and export", () => {
  test("exports the filtered entries as CSV and JSON", async ({ gather, lists }) => {
    await gather("owner=parts&language=Rust&star=yes");
    await lists.getByRole("link", { name: "Import and export" }).click();
    await lists.getByLabel("7 repositories that match the filters").waitFor();
    await expect.poll(() => lists.getByLabel("7 repositories that match the filters").isChecked()).toBe(true);
    const saved = async (name: string) => {
      const [file] = await Promise.all([
        lists.waitForEvent("download"),
        lists.getByRole("button", { name, exact: true }).click(),
      ]);
      return { name: file.suggestedFilename(), text: readFileSync(await file.path(), "utf8") };
    };
    const csv = await saved("Save as CSV");
    expect(csv.name).toMatch(/^forgehand-alice-127\.0\.0\.1-\d+-\d{4}-\d\d-\d\d\.csv$/);
    expect(csv.text.split("\r\n").slice(0, 2).join("\n")).toMatch(
      /^"repository","starred","watch".*\n"parts\/part-3","true","watching"/,
    );
    expect(csv.text.trim().split("\r\n")).toHaveLength(8);
    await lists.getByText("Exported 7 repositories to a file.").waitFor();
    await lists.getByLabel(/^All \d+ repositories$/).check();
    const { repositories, login } = JSON.parse((await saved("Save as JSON")).text);
    expect(login).toBe("alice");
    expect(repositories.length).toBeGreaterThan(21);
  });

  test("previews the changes and errors of a file, and applies the changes", async ({ emulator, gather, lists }) => {
    await gather("view=files");
    await lists.getByLabel("Choose a file", { exact: false }).setInputFiles({
      name: "mine.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(CSV),
    });
    const plan = lists.locator(".plan");
    await plan.getByText("With GitHub's rate limits").waitFor();
    await plan.getByText("GitHub can't set the dates in a file.").waitFor();
    await plan.getByText("Custom notifications that you chose on the site").waitFor();
    const planText = await plan.innerText();
    for (const line of [
      "Changes in mine.csv",
      "The file contains 5 repositories.",
      "Unstar 1 repository",
      "Star 1 repository",
      "Watch 1 repository",
      "Ignore 1 repository",
      "2 changes have already been made.",
      "1 change is checked first, because it may already have been made.",
      "1 repository has no change that this account can make. It will be skipped.",
      "Line 6: “not a name” isn't a repository; write owner/name.",
      "Line 8: this is a URL of forge.example, which isn't this account's host.",
    ]) {
      expect(planText).toContain(line);
    }
    expect(await axeViolations(lists)).toEqual([]);
    await takeScreenshots(lists, "plan");
    const service = createServiceClient(emulator);
    expect(await service.call(checkStar, { owner: "parts", repo: "part-2" })).toBe(true);

    await lists.getByRole("button", { name: "Apply 4 changes" }).click();
    const job = lists.getByRole("article", { name: "Import 4 changes" });
    await job.getByText("Done", { exact: true }).waitFor();
    expect(await service.call(checkStar, { owner: "parts", repo: "part-2" })).toBe(false);
    expect(await service.call(checkStar, { owner: "parts", repo: "part-1" })).toBe(true);
    const part3 = await service.call(getSubscription, { owner: "parts", repo: "part-3" });
    expect(part3).toMatchObject({ ignored: true });
  });

  test("reads a file dropped on the list, and explains why it is invalid", async ({ gather, lists }) => {
    await gather("owner=parts");
    await lists.getByRole("grid").waitFor();
    const dropped = await lists.evaluateHandle(() => {
      const data = new DataTransfer();
      data.items.add(new File(['{ "repositories": [ }'], "broken.json", { type: "application/json" }));
      return data;
    });
    await lists.locator("tbody").dispatchEvent("drop", { dataTransfer: dropped });
    await lists.getByText("Line 1: not valid JSON.").waitFor();
    await lists.getByText("There is nothing to change.").waitFor();
    await expect.poll(() => new URL(lists.url()).searchParams.get("view")).toBe("files");
  });

  test("reads a file dropped as soon as the page is shown", async ({ gather, lists, openLists }) => {
    await gather();
    const script = await lists.addInitScript(() => {
      const observer = new MutationObserver(() => {
        const main = document.querySelector("main");
        if (!main) return;
        observer.disconnect();
        const data = new DataTransfer();
        data.items.add(new File(["{"], "broken.json", { type: "application/json" }));
        main.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
      });
      observer.observe(document, { childList: true, subtree: true });
    });
    // Later tests reuse the page.
    onTestFinished(() => script.dispose());
    await openLists();
    await lists.getByText("Line 1: not valid JSON.").waitFor();
  });

  test("reads a file with millions of rows up to the maximum, while the page responds", async ({ gather, lists }) => {
    await gather("view=files");
    const dropped = await lists.evaluateHandle(() => {
      const data = new DataTransfer();
      data.items.add(new File([`repository\n${"a\n".repeat(14_500_000)}`], "huge.csv", { type: "text/csv" }));
      return data;
    });
    const longTasks = await lists.evaluateHandle(() => {
      const durations: number[] = [];
      new PerformanceObserver((list) => durations.push(...list.getEntries().map(({ duration }) => duration))).observe({
        entryTypes: ["longtask"],
      });
      return durations;
    });
    await lists.locator("main").dispatchEvent("drop", { dataTransfer: dropped });
    const plan = lists.locator(".plan");
    await plan.getByText("Line 50002: only the first 50,000 rows are read.").waitFor();
    await plan.getByText("50,000 lines can't be read and will be skipped").click();
    expect(await plan.getByText("isn't a repository; write owner/name.").count()).toBe(50);
    await plan.getByText("and 49,950 more").waitFor();
    // Tasks are at most 50 ms on an idle machine; parsing such a file in the page takes many seconds.
    expect(Math.max(0, ...(await longTasks.jsonValue()))).toBeLessThan(1000);
  });
});
