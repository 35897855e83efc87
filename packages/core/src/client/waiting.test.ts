import { describe, expect, test, vi } from "vitest";
import { onAbort } from "./waiting.ts";

describe("who waits for a signal", () => {
  test("hears it once, however many there are, over one listener that goes with the last of them", () => {
    const controller = new AbortController();
    const added = vi.spyOn(controller.signal, "addEventListener");
    const removed = vi.spyOn(controller.signal, "removeEventListener");
    const heard = vi.fn();
    const forget = Array.from({ length: 100 }, () => onAbort(controller.signal, heard));
    for (const one of forget.slice(0, 40)) one();
    expect([added.mock.calls.length, removed.mock.calls.length]).toEqual([1, 0]);
    controller.abort();
    expect(heard).toHaveBeenCalledTimes(60);
    for (const one of forget) one();
    expect(removed).toHaveBeenCalledTimes(1);
  });

  test("is heard again after all others have gone", () => {
    const controller = new AbortController();
    onAbort(controller.signal, () => {})();
    const heard = vi.fn();
    onAbort(controller.signal, heard);
    controller.abort();
    expect(heard).toHaveBeenCalledTimes(1);
  });
});
