import "fake-indexeddb/auto";
import "../browser.fixture.ts";
import { requestReviewers } from "@forgehand/core/operations";
import type { Emulator } from "@forgehand/emulator";
import { test } from "@forgehand/emulator/vitest";
import { beforeEach, describe, expect } from "vitest";
import { createServiceClient, WIDGETS } from "../../../test/service/service-client.ts";
import { DEFAULT_SETTINGS } from "../../settings.ts";
import {
  alarms,
  badge,
  browserEvents,
  openedPages,
  permissionsGranted,
  sessionStorageValues,
  shownNotifications,
  useListeners,
} from "../browser.fixture.ts";
import { handleMessage } from "../handlers/handle-message.ts";
import { EXTENSION_PAGE, resetWorker, signIn } from "../handlers/messages.fixture.ts";
import { writeSettings } from "../settings.ts";
import { checkReviews, REVIEWS_ALARM } from "./check-reviews.ts";
import { showBadge } from "./review-badge.ts";
import { addReviewListeners } from "./review-listeners.ts";

useListeners(addReviewListeners);
beforeEach(resetWorker);

const switchOn = (reviews: Partial<typeof DEFAULT_SETTINGS.reviews>) =>
  writeSettings({ ...DEFAULT_SETTINGS, reviews: { ...DEFAULT_SETTINGS.reviews, ...reviews } });

const requestReview = (emulator: Emulator, reviewer: string) =>
  createServiceClient(emulator).call(requestReviewers, { ...WIDGETS, pull_number: 1, reviewers: [reviewer] });

const searches = ({ control }: Emulator) =>
  control.calls().filter(({ operation }) => operation === "searchIssues").length;

describe("the badge", () => {
  test("makes no calls unless it is switched on", async ({ emulator }) => {
    await signIn(emulator);
    await requestReview(emulator, "alice");
    await checkReviews();
    expect([searches(emulator), badge.text, alarms.has(REVIEWS_ALARM)]).toEqual([0, "", false]);
  });

  test("counts the reviews of all accounts, again after each alarm", async ({ emulator }) => {
    await signIn(emulator);
    await signIn(emulator, "bob");
    await switchOn({ badge: true });
    await checkReviews();
    expect([badge.text, badge.title]).toEqual(["", "Forgehand"]);
    await requestReview(emulator, "alice");
    browserEvents.alarm.emit({ name: REVIEWS_ALARM });
    await expect.poll(() => badge.text).toBe("1");
    expect(badge.title).toContain("Forgehand: reviewsWait");
    expect(alarms.has(REVIEWS_ALARM)).toBe(true);
    expect(searches(emulator)).toBe(4);
  });

  test("keeps the last number without a network, and is cleared when tokens lock or it is switched off", async ({
    emulator,
  }) => {
    await signIn(emulator);
    await requestReview(emulator, "alice");
    await switchOn({ badge: true });
    await checkReviews();
    expect(badge.text).toBe("1");
    emulator.control.faults.add({ operation: "searchIssues", status: 503, times: 5 });
    await checkReviews();
    expect(badge.text).toBe("1");
    await handleMessage({ type: "set-passphrase", passphrase: "a long passphrase" }, EXTENSION_PAGE);
    await handleMessage({ type: "lock" }, EXTENSION_PAGE);
    await expect.poll(() => badge.text).toBe("");
    await switchOn({ badge: false });
    await checkReviews();
    expect([badge.text, alarms.has(REVIEWS_ALARM)]).toEqual(["", false]);
  });

  test("has space for two digits", async ({ emulator }) => {
    await signIn(emulator);
    await switchOn({ badge: true });
    for (const [total, text] of [
      [99, "99"],
      [10_000, "99+"],
    ] as const) {
      sessionStorageValues.set(`last waiting-reviews ${emulator.webUrl} alice`, { total, latest: [] });
      await showBadge();
      expect(badge.text).toBe(text);
    }
  });
});

describe("notifications", () => {
  test("appear once for each new request, not for those that waited before", async ({ emulator }) => {
    await signIn(emulator, "bob");
    await switchOn({ notifications: true });
    permissionsGranted.add("notifications");
    await checkReviews();
    expect(shownNotifications.size).toBe(0);
    await signIn(emulator);
    await requestReview(emulator, "alice");
    // The first check of an account only takes stock.
    await checkReviews();
    expect(shownNotifications.size).toBe(0);
  });

  test("open the pull request, and are not repeated", async ({ emulator }) => {
    await signIn(emulator);
    await switchOn({ notifications: true });
    permissionsGranted.add("notifications");
    await checkReviews();
    await requestReview(emulator, "alice");
    await Promise.all([checkReviews(), checkReviews()]);
    const url = `${emulator.webUrl}/acme/widgets/pull/1`;
    expect([...shownNotifications]).toEqual([[url, "Round the corners of the widget"]]);
    browserEvents.notificationClicked.emit(url);
    await expect.poll(() => openedPages).toEqual([url]);
    browserEvents.notificationClicked.emit("https://example.com/acme/widgets/pull/1");
    // Caches of the session are lost when the browser is closed.
    sessionStorageValues.clear();
    await checkReviews();
    expect([shownNotifications.size, openedPages.length]).toEqual([0, 1]);
  });

  test("need the permission, and are not made up for later", async ({ emulator }) => {
    await signIn(emulator);
    await switchOn({ notifications: true });
    await checkReviews();
    await requestReview(emulator, "alice");
    await checkReviews();
    permissionsGranted.add("notifications");
    await checkReviews();
    expect(shownNotifications.size).toBe(0);
  });
});
