import { AuthenticationError, ServiceError } from "@forgehand/core";
import { describe, expect, test } from "vitest";
import { type Applied, type Change, readEach, verifyEach } from "./task.ts";

const name = (target: string) => target;

describe("each target on its own", () => {
  test("one that can't be read holds up no other", async () => {
    const { states, unreadable } = await readEach(["a", "b", "c"], name, async (target) => {
      if (target === "b") throw new ServiceError("Out of order.");
      return target.toUpperCase();
    });
    expect(states).toEqual(["A", "C"]);
    expect(unreadable).toEqual([{ target: "b", problem: "Out of order." }]);
  });

  test("after a wrong token no other is tried", async () => {
    const tried: string[] = [];
    const reading = readEach(["a", "b"], name, async (target) => {
      tried.push(target);
      throw new AuthenticationError("Bad credentials.");
    });
    await expect(reading).rejects.toThrow("Bad credentials.");
    expect(tried).toEqual(["a"]);
  });

  test("one that can't be read back fails alone, and is told as sent", async () => {
    const applied = ["a", "b", "c"].map(
      (target): Applied<Change> => ({ change: { target, what: "", before: "", after: "" }, at: undefined }),
    );
    const outcomes = await verifyEach(applied, async ({ change: { target } }) => {
      if (target === "b") throw new ServiceError("Out of order.");
      return target === "c" ? "it reads back as it was" : undefined;
    });
    expect(outcomes.map(({ change, problem }) => [change.target, problem])).toEqual([
      ["a", undefined],
      ["b", "it was sent, but could not be read back: Out of order."],
      ["c", "it reads back as it was"],
    ]);
  });
});
