import type { Emulator } from "@forgehand/emulator";
import { test } from "@forgehand/emulator/vitest";
import { describe, expect } from "vitest";
import type { Reviewer } from "../../messages/states.ts";
import { clientAs, clientWith, GADGETS_PULL, plantGadgets } from "./gadgets.fixture.ts";
import { askForReviews, NotAsked, withdrawRequests } from "./request.ts";
import { lookAtRequests } from "./requests.ts";

const PULL = { owner: "acme", repo: "widgets", pull_number: 1 };
const people = (...names: string[]) =>
  names.map((name): Reviewer => ({ kind: name.includes("/") ? "team" : "user", name }));

async function requested(emulator: Emulator, pull = PULL) {
  return (await lookAtRequests(clientAs(emulator, "alice"), pull)).requested.map(({ name }) => name);
}

/** Why nobody could be asked. */
async function whyNot(emulator: Emulator, names: string[], pull = PULL) {
  const error: unknown = await askForReviews(clientAs(emulator, "alice"), pull, people(...names)).catch(
    (reason: unknown) => reason,
  );
  return error instanceof NotAsked ? error.why : error;
}

/** What the service says of whom it doesn't name. */
const NAMELESS =
  "Reviews may only be requested from collaborators. One or more of the users or teams you specified is not a collaborator of the acme/widgets repository.";

describe("reviews are requested", () => {
  test("of users and teams, in one call, and withdrawn in one", async ({ emulator }) => {
    const client = clientAs(emulator, "alice");
    emulator.control.clearCalls();
    await askForReviews(client, PULL, people("@carol", "alice", "ACME/reviewers"));
    expect(emulator.control.calls().map(({ operation }) => operation)).toEqual(["requestReviewers"]);
    expect(await requested(emulator)).toEqual(["carol", "alice", "acme/reviewers"]);
    emulator.control.clearCalls();
    await withdrawRequests(client, PULL, people("carol", "acme/reviewers"));
    expect(emulator.control.calls().map(({ operation }) => operation)).toEqual(["removeRequestedReviewers"]);
    expect(await requested(emulator)).toEqual(["alice"]);
  });

  test("again of who reviewed already", async ({ emulator }) => {
    await plantGadgets(emulator);
    const client = clientAs(emulator, "alice");
    expect(await lookAtRequests(client, GADGETS_PULL)).toEqual({ requested: [], reviewed: people("eve") });
    await askForReviews(client, GADGETS_PULL, people("eve"));
    expect(await lookAtRequests(client, GADGETS_PULL)).toEqual({ requested: people("eve"), reviewed: [] });
    emulator.control.review({ repository: "acme/gadgets", pull: 7, user: "eve", state: "approved" });
    expect(await lookAtRequests(client, GADGETS_PULL)).toEqual({ requested: [], reviewed: people("eve") });
  });

  test("of drafts, and of what is closed or merged, as the service has it", async ({ emulator }) => {
    for (const [to, name] of [
      ["draft", "carol"],
      ["closed", "alice"],
    ] as const) {
      emulator.control.transition({ repository: "acme/widgets", pull: 1, to });
      await askForReviews(clientAs(emulator, "alice"), PULL, people(name));
    }
    expect(await requested(emulator)).toEqual(["carol", "alice"]);
  });
});

describe("who can't be asked is named, and nobody is asked", () => {
  test("several of them, whether the service names one or none", async ({ emulator }) => {
    await emulator.control.seed({ users: { dora: {}, eve: {} } });
    const names = ["carol", "mallory", "eve"];
    const why = { kind: "no-access", names: ["mallory", "eve"], sure: true };
    expect(await whyNot(emulator, names)).toEqual(why);
    emulator.control.faults.add({ operation: "requestReviewers", status: 422, message: NAMELESS, times: 1 });
    expect(await whyNot(emulator, names)).toEqual(why);
    expect(await requested(emulator)).toEqual([]);
  });

  test("a login that nobody has", async ({ emulator }) => {
    expect(await whyNot(emulator, ["nobody-at-all"])).toEqual({
      ...{ kind: "no-access", names: ["nobody-at-all"], sure: true },
    });
  });

  test("a team that was not let in, by the service's word", async ({ emulator }) => {
    await emulator.control.seed({
      organizations: { tools: { members: { alice: "owner", bob: "member" }, teams: { within: {}, without: {} } } },
      repositories: {
        "tools/hammer": {
          teams: { within: "push" },
          pulls: [{ number: 1, title: "Harder", author: "bob", head: "harder" }],
        },
      },
    });
    const pull = { owner: "tools", repo: "hammer", pull_number: 1 };
    const why = { kind: "no-access", names: ["tools/without"], sure: true };
    expect(await whyNot(emulator, ["alice", "tools/within", "tools/without"], pull)).toEqual(why);
  });

  test("who it may be, where nobody knows which", async ({ emulator }) => {
    const { faults } = emulator.control;
    faults.add({ operation: "requestReviewers", status: 422, message: NAMELESS, times: 1 });
    faults.add({ operation: "listCollaborators", status: 403, message: "Must have push access" });
    expect(await whyNot(emulator, ["carol", "mallory"])).toEqual({
      ...{ kind: "no-access", names: ["carol", "mallory"], sure: false },
    });
  });

  test("the author", async ({ emulator }) => {
    expect(await whyNot(emulator, ["carol", "Bob"])).toEqual({ kind: "author", names: ["Bob"] });
  });

  test("teams of other organizations, and what is no team's name, before anything is sent", async ({ emulator }) => {
    emulator.control.clearCalls();
    expect(await whyNot(emulator, ["carol", "elsewhere/team", "acme/a/b", "acme/"])).toEqual({
      ...{ kind: "foreign-teams", names: ["elsewhere/team", "acme/a/b", "acme/"] },
    });
    expect(emulator.control.calls()).toEqual([]);
  });

  test("more than the service has at once", async ({ emulator }) => {
    const names = Array.from({ length: 16 }, (_, index) => `user-${index}`);
    await emulator.control.seed({ users: Object.fromEntries(names.map((name) => [name, {}])) });
    const pulls = [{ number: 7, title: "Change", author: "bob", head: "change" }];
    await plantGadgets(emulator, { collaborators: Object.fromEntries(names.map((name) => [name, "push"])), pulls });
    expect(await whyNot(emulator, names, GADGETS_PULL)).toEqual({ kind: "too-many", most: 15, asked: 16 });
  });

  test("whom the service took and did not ask; the others are asked", async ({ emulator }) => {
    const passesOver: typeof fetch = (input, init) => {
      const body = typeof init?.body === "string" ? { body: init.body.replace(/"copilot",?/, "") } : {};
      return fetch(input, { ...init, ...body });
    };
    const client = clientWith(emulator, emulator.tokens["alice"] ?? "", passesOver);
    await expect(askForReviews(client, PULL, people("copilot", "carol"))).rejects.toMatchObject({
      why: { kind: "passed-over", names: ["copilot"] },
    });
    expect(await requested(emulator)).toEqual(["carol"]);
  });
});

describe("too quickly is a limit, with a time", () => {
  const tooQuick = { operation: "requestReviewers", status: 422, times: 1 } as const;

  test.for([
    ["This was submitted too quickly.", { "retry-after": "90" }, 90],
    ["This was submitted too quickly.", { "retry-after": "3600" }, 3600],
    ["Validation Failed: was submitted too quickly", {}, 60],
  ] as const)("%s %o", async ([message, headers, seconds], { emulator }) => {
    emulator.control.faults.add({ ...tooQuick, message, headers });
    const before = Date.now();
    const error = await askForReviews(clientAs(emulator, "alice"), PULL, people("carol")).catch((error) => error);
    expect(error).toMatchObject({ name: "RateLimitError", until: expect.any(Date) });
    const after = Date.now();
    // The time is of a second's precision.
    expect(error.until.getTime()).toBeGreaterThanOrEqual(before + (seconds - 1) * 1000);
    expect(error.until.getTime()).toBeLessThanOrEqual(after + (seconds + 1) * 1000);
    expect(emulator.control.calls().filter(({ method }) => method === "POST")).toHaveLength(1);
  });
});

test("what else the service refuses is told as it says it", async ({ emulator }) => {
  const message = "Review cannot be requested on a closed pull request.";
  emulator.control.faults.add({ operation: "requestReviewers", status: 422, message, times: 1 });
  await expect(askForReviews(clientAs(emulator, "alice"), PULL, people("carol"))).rejects.toMatchObject({
    name: "ValidationError",
    detail: expect.stringContaining(message),
  });
});

test("who reviewed is no reason not to know who is asked", async ({ emulator }) => {
  emulator.control.faults.add({ operation: "listReviews", status: 502 });
  expect(await lookAtRequests(clientAs(emulator, "alice"), PULL)).toEqual({ requested: [], reviewed: [] });
});
