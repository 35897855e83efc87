import { describe, expect, test, vi } from "vitest";
import { onAbort } from "./abortable.ts";

describe("onAbort", () => {
  test("calls each callback once, and removes its only event listener together with the last callback", () => {
    const controller = new AbortController();
    const added = vi.spyOn(controller.signal, "addEventListener");
    const removed = vi.spyOn(controller.signal, "removeEventListener");
    const listener = vi.fn();
    const cancellations = Array.from({ length: 100 }, () => onAbort(controller.signal, listener));
    for (const cancel of cancellations.slice(0, 40)) cancel();
    expect([added.mock.calls.length, removed.mock.calls.length]).toEqual([1, 0]);
    controller.abort();
    expect(listener).toHaveBeenCalledTimes(60);
    for (const cancel of cancellations) cancel();
    expect(removed).toHaveBeenCalledTimes(1);
  });

  test("calls a callback that is added after all earlier ones have been removed", () => {
    const controller = new AbortController();
    onAbort(controller.signal, () => {})();
    const listener = vi.fn();
    onAbort(controller.signal, listener);
    controller.abort();
    expect(listener).toHaveBeenCalledTimes(1);
  });
});
