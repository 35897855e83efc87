import { AuthenticationError, ConnectionError } from "@forgehand/core";
import { describe, expect, test } from "vitest";
import type { Change, Outcome } from "../plan.ts";
import { Problem } from "../problem.ts";
import { applyEach } from "./apply-each.ts";
import { each } from "./each.ts";
import { Stopped } from "./ending/ending.ts";

const changes = ["a", "b", "c"].map((target): Change => ({ target, what: "set", before: "old", after: "new" }));
const nothing = () => undefined;
const log = { info: nothing, warning: nothing, debug: undefined, group: nothing, mask: nothing };

/** Applies the three changes in a run that can be cancelled. */
async function applying(
  apply: (change: Change, cancel: () => void) => Promise<void>,
  verify: (change: Change, cancel: () => void) => Promise<string | undefined> = async () => undefined,
) {
  const controller = new AbortController();
  const told: Outcome<Change>[] = [];
  const clock = { now: () => 0, after: () => nothing };
  const run = { stopping: controller.signal, clock, log, told: (outcome: Outcome<Change>) => told.push(outcome) };
  const cancel = () => controller.abort();
  const { outcomes } = await applyEach(run, changes, {
    apply: (change) => apply(change, cancel),
    verify: (change) => verify(change, cancel),
  });
  expect(outcomes.map(({ change }) => change)).toEqual(changes);
  // What was told last of each change is how it ended.
  expect(outcomes).toEqual(changes.map((change) => told.findLast((one) => one.change === change)));
  return outcomes.map(({ end, note }) => (note === undefined ? end : `${end}: ${note}`));
}

describe("changes", () => {
  test("are done once they were read back", async () => {
    expect(await applying(async () => undefined)).toEqual(["changed", "changed", "changed"]);
    const wrong = async ({ target }: Change) => (target === "b" ? "it is still old" : undefined);
    expect(await applying(async () => undefined, wrong)).toEqual(["changed", "failed: it is still old", "changed"]);
  });

  test("fail each on its own, and may have taken effect where no answer came", async () => {
    const ends = await applying(async ({ target }) => {
      if (target === "a") throw new Error("no");
      if (target === "b") throw new ConnectionError("The answer broke off.", { outcome: "unknown" });
    });
    expect(ends).toEqual(["failed: Forgehand itself failed: no", "unknown: The answer broke off.", "changed"]);
  });

  test("may have taken effect, and end a run, as a problem says that tells more of what went wrong", async () => {
    const more = (cause: unknown) => {
      const problem = new Problem("It went wrong, and what was handed over is known.");
      problem.cause = cause;
      return problem;
    };
    const unknown = await applying(async () => {
      throw more(new ConnectionError("The answer broke off.", { outcome: "unknown" }));
    });
    expect(new Set(unknown)).toEqual(new Set(["unknown: It went wrong, and what was handed over is known."]));
    const cancelled = await applying(async () => {
      throw more(new Stopped(false));
    });
    expect(new Set(cancelled)).toEqual(new Set(["failed: It went wrong, and what was handed over is known."]));
    const ends = await each({ stopping: new AbortController().signal }, Array(60).fill("x"), async () => {
      throw more(new AuthenticationError("The token was revoked."));
    });
    expect(ends.filter(({ end }) => end === "not begun")).toHaveLength(10);
  });

  test("that can't be read back are no success", async () => {
    const ends = await applying(
      async () => undefined,
      async () => {
        throw new AuthenticationError("The token was revoked.");
      },
    );
    expect(new Set(ends)).toEqual(new Set(["unknown: it was sent, but not read back: The token was revoked."]));
  });

  test("of a run that is cancelled are told as they are", async () => {
    const ends = await applying(async ({ target }, cancel) => {
      if (target === "a") return;
      cancel();
      throw new Stopped(target === "b");
    });
    expect(ends[0]).toBe("changed: the service took it; not read back, as the run was cancelled");
    expect(ends[1]).toMatch(/^not begun: /);
    expect(ends[2]).toMatch(/^not begun: /);
  });

  test("that the service has taken are done, though the run was cancelled before they were read back", async () => {
    const ends = await applying(
      async () => undefined,
      async ({ target }, cancel) => {
        cancel();
        if (target === "a") return undefined;
        throw new Stopped(false);
      },
    );
    expect(ends[0]).toBe("changed");
    expect(ends[1]).toBe("changed: the service took it; not read back, as the run was cancelled");
  });
});
