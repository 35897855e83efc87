import { AuthenticationError, ConnectionError, ResponseError } from "@forgehand/core";
import { describe, expect, test } from "vitest";
import { CancelledError } from "../cancellation/cancellation.ts";
import type { Change, Outcome } from "../plan.ts";
import { Problem } from "../problem.ts";
import { applyEach } from "./apply-each.ts";
import { settleEach } from "./settle-each.ts";

const changes = ["a", "b", "c"].map((target): Change => ({ target, what: "set", before: "old", after: "new" }));
const doNothing = () => undefined;
const log = {
  info: doNothing,
  warning: doNothing,
  error: doNothing,
  debug: undefined,
  group: doNothing,
  mask: doNothing,
  redact: String,
};

/** Applies three changes in a run that can be cancelled. */
async function applyThree(
  apply: (change: Change, cancel: () => void) => Promise<void>,
  verify: (change: Change, cancel: () => void) => Promise<string | undefined> = async () => undefined,
) {
  const controller = new AbortController();
  const reported: Outcome<Change>[] = [];
  const clock = { now: () => 0, monotonic: () => 0, after: () => doNothing };
  const run = {
    stopping: controller.signal,
    clock,
    log,
    onOutcome: (outcome: Outcome<Change>) => reported.push(outcome),
  };
  const cancel = () => controller.abort();
  const outcomes = await applyEach(run, changes, {
    apply: (change) => apply(change, cancel),
    verify: (change) => verify(change, cancel),
  });
  expect(outcomes.map(({ change }) => change)).toEqual(changes);
  // The last reported outcome of each change is its final one.
  expect(outcomes).toEqual(changes.map((change) => reported.findLast((outcome) => outcome.change === change)));
  return outcomes.map(({ end, note }) => (note === undefined ? end : `${end}: ${note}`));
}

describe("applyEach", () => {
  test("reports changes as changed once they are verified", async () => {
    expect(await applyThree(async () => undefined)).toEqual(["changed", "changed", "changed"]);
    const findProblem = async ({ target }: Change) => (target === "b" ? "it is still old" : undefined);
    expect(await applyThree(async () => undefined, findProblem)).toEqual([
      "changed",
      "failed: it is still old",
      "changed",
    ]);
  });

  test("reports each failed change, and `unknown` if no response arrived", async () => {
    const ends = await applyThree(async ({ target }) => {
      if (target === "a") throw new Error("no");
      if (target === "b") throw new ConnectionError("The connection was lost.", { outcome: "unknown" });
    });
    expect(ends).toEqual(["failed: Unexpected error: no", "unknown: The connection was lost.", "changed"]);
  });

  test("reports a change as unknown if it was executed but its response could not be read", async () => {
    const statuses: Record<string, number> = { a: 200, b: 204, c: 302 };
    const ends = await applyThree(async ({ target }) => {
      throw new ResponseError("The response is larger than 10 bytes.", { status: statuses[target] ?? 500 });
    });
    const note = "The response is larger than 10 bytes.";
    expect(ends).toEqual([`unknown: ${note}`, `unknown: ${note}`, `failed: ${note}`]);
  });

  test("classifies a Problem by its cause", async () => {
    const wrapped = (cause: unknown) => {
      const problem = new Problem("It failed after the value was delivered.");
      problem.cause = cause;
      return problem;
    };
    const unknown = await applyThree(async () => {
      throw wrapped(new ConnectionError("The connection was lost.", { outcome: "unknown" }));
    });
    expect(new Set(unknown)).toEqual(new Set(["unknown: It failed after the value was delivered."]));
    const cancelled = await applyThree(async () => {
      throw wrapped(new CancelledError(false));
    });
    expect(new Set(cancelled)).toEqual(new Set(["failed: It failed after the value was delivered."]));
    const ends = await settleEach({ stopping: new AbortController().signal }, Array(60).fill("x"), async () => {
      throw wrapped(new AuthenticationError("The token was revoked."));
    });
    // 50 run concurrently; the other 10 are not started once the token is refused.
    expect(ends.filter(({ end }) => end === "not-started")).toHaveLength(10);
  });

  test("reports changes that can't be verified as unknown", async () => {
    const ends = await applyThree(
      async () => undefined,
      async () => {
        throw new AuthenticationError("The token was revoked.");
      },
    );
    expect(new Set(ends)).toEqual(new Set(["unknown: it was sent, but could not be verified: The token was revoked."]));
  });

  test("reports changes of a cancelled run accurately", async () => {
    const ends = await applyThree(async ({ target }, cancel) => {
      if (target === "a") return;
      cancel();
      throw new CancelledError(target === "b");
    });
    expect(ends[0]).toBe("changed: accepted by the service, but not verified because the run was cancelled");
    expect(ends[1]).toMatch(/^unknown: .*may have taken effect/);
    expect(ends[2]).toMatch(/^not-started: /);
  });

  test("reports accepted changes as changed if the run is cancelled before they are verified", async () => {
    const ends = await applyThree(
      async () => undefined,
      async ({ target }, cancel) => {
        cancel();
        if (target === "a") return undefined;
        throw new CancelledError(false);
      },
    );
    expect(ends[0]).toBe("changed");
    expect(ends[1]).toBe("changed: accepted by the service, but not verified because the run was cancelled");
  });
});
