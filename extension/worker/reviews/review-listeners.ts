import { browser } from "wxt/browser";
import { runTask } from "../task-gate.ts";
import { checkReviews, REVIEWS_ALARM } from "./check-reviews.ts";
import { openNotifiedReview } from "./notify-reviews.ts";

/** Adds the listeners of badge and notifications. Must be called synchronously when the worker starts. */
export function addReviewListeners(): void {
  browser.alarms.onAlarm.addListener(({ name }) => {
    if (name === REVIEWS_ALARM) void runTask(checkReviews);
  });
  // Not all browsers keep alarms when they are closed.
  browser.runtime.onStartup.addListener(() => void runTask(checkReviews));
  browser.runtime.onInstalled.addListener(() => void runTask(checkReviews));
  let isListening = false;
  const listenForClicks = () => {
    // The API is missing until the user allows notifications.
    if (isListening || !("notifications" in browser && browser.notifications)) return;
    isListening = true;
    browser.notifications.onClicked.addListener((id) => void runTask(() => openNotifiedReview(id)));
  };
  listenForClicks();
  browser.permissions.onAdded.addListener(listenForClicks);
}
