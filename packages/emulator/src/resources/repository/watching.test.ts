import {
  deleteSubscription,
  getRepository,
  getSubscription,
  listRepositoriesWatchedByUser,
  listWatchedRepositories,
  listWatchers,
  setSubscription,
  updateRepository,
} from "@forgehand/core/operations";
import fc from "fast-check";
import { describe, expect } from "vitest";
import { pickSize } from "../../../../../test/test-size.ts";
import { clientFor, sendRequest } from "../../requests.fixture.ts";
import { emulatorTest } from "../../vitest.ts";
import { COMPANY } from "../company.fixture.ts";

const test = emulatorTest({ seed: COMPANY });

const widgets = { owner: "acme", repo: "widgets" };
const gears = { owner: "acme", repo: "gears" };

describe("a subscription", () => {
  test("is created, changed to ignoring, and deleted", async ({ emulator }) => {
    const { call } = clientFor(emulator, "bob");
    emulator.control.clock.set(new Date("2026-09-01T12:00:00Z"));
    expect(await call(getSubscription, widgets)).toBeNull();

    const watching = await call(setSubscription, { ...widgets, subscribed: true });
    expect(watching).toEqual({
      subscribed: true,
      ignored: false,
      reason: null,
      created_at: "2026-09-01T12:00:00Z",
      url: `${emulator.apiUrl}/repos/acme/widgets/subscription`,
      repository_url: `${emulator.apiUrl}/repos/acme/widgets`,
    });
    expect(await call(getSubscription, widgets)).toEqual(watching);

    emulator.control.clock.advance(60);
    const ignoring = { ...watching, subscribed: false, ignored: true };
    expect(await call(setSubscription, { ...widgets, ignored: true })).toEqual(ignoring);
    expect(await call(getSubscription, widgets)).toEqual(ignoring);

    await call(deleteSubscription, widgets);
    expect(await call(getSubscription, widgets)).toBeNull();
    await call(deleteSubscription, widgets);
  });

  const settings = fc.record({ subscribed: fc.boolean(), ignored: fc.boolean() }, { requiredKeys: [] });

  test("reflects the last request: `ignored` overrides `subscribed`, and neither deletes it", async ({ emulator }) => {
    const { call } = clientFor(emulator, "bob");
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(settings, fc.constant("delete" as const)), { maxLength: 6 }),
        async (steps) => {
          await call(deleteSubscription, widgets);
          let state: "watching" | "ignoring" | "none" = "none";
          for (const step of steps) {
            if (step === "delete") {
              await call(deleteSubscription, widgets);
              state = "none";
            } else {
              state = step.ignored ? "ignoring" : step.subscribed ? "watching" : "none";
              const response = await call(setSubscription, { ...widgets, ...step });
              expect(response).toMatchObject({ subscribed: state === "watching", ignored: state === "ignoring" });
            }
            const stored = await call(getSubscription, widgets);
            expect(stored?.subscribed ?? false).toBe(state === "watching");
            expect(stored?.ignored ?? false).toBe(state === "ignoring");
            expect((await call(getRepository, widgets)).subscribers_count).toBe(state === "watching" ? 1 : 0);
          }
        },
      ),
      { numRuns: pickSize(8, 20) },
    );
  });

  test("is independent of stars", async ({ emulator }) => {
    await clientFor(emulator, "bob").call(setSubscription, { ...widgets, subscribed: true });
    expect(await clientFor(emulator, "bob").call(getRepository, widgets)).toMatchObject({
      subscribers_count: 1,
      watchers_count: 0,
      watchers: 0,
      stargazers_count: 0,
    });
  });

  test("requires a classic or OAuth token with `repo`, and a visible repository", async ({ emulator }) => {
    for (const name of ["bob-fine", "bob-app", "installation", "job"]) {
      expect((await sendRequest(emulator, "GET /repos/acme/gears/subscription", name)).status).toBe(403);
    }
    expect(
      (await sendRequest(emulator, "PUT /repos/acme/widgets/subscription", "bob-public", { body: "{}" })).status,
    ).toBe(403);
    expect((await sendRequest(emulator, "GET /repos/acme/widgets/subscription")).status).toBe(401);
    await expect(
      clientFor(emulator, "mallory").call(setSubscription, { ...gears, subscribed: true }),
    ).rejects.toMatchObject({
      status: 404,
    });
    const wrong = await sendRequest(emulator, "PUT /repos/acme/widgets/subscription", "bob", {
      body: '{"subscribed":"yes"}',
    });
    expect(wrong).toMatchObject({ status: 422, body: { errors: [{ field: "subscribed" }] } });
  });

  test("can be created for an archived repository", async ({ emulator }) => {
    const museum = { owner: "acme", repo: "museum" };
    await clientFor(emulator, "bob").call(setSubscription, { ...museum, subscribed: true });
    expect(await clientFor(emulator, "bob").call(getSubscription, museum)).toMatchObject({ subscribed: true });
  });
});

describe("watchers", () => {
  test("are listed in pages, without users who ignore the repository", async ({ emulator }) => {
    for (const [index, name] of ["dave", "carol", "bob", "alice"].entries()) {
      emulator.control.clock.set(new Date(`2026-09-0${index + 1}T00:00:00Z`));
      await clientFor(emulator, name).call(setSubscription, {
        ...widgets,
        subscribed: true,
        ignored: name === "carol",
      });
    }
    const pages: string[][] = [];
    for await (const page of clientFor(emulator, "alice").pages(listWatchers, { ...widgets, per_page: 2 })) {
      pages.push(page.map(({ login }) => login));
    }
    expect(pages).toEqual([["dave", "bob"], ["alice"]]);
    expect((await clientFor(emulator, "alice").call(getRepository, widgets)).subscribers_count).toBe(3);
  });

  test("are visible to admins and collaborators only, since July 2026", async ({ emulator }) => {
    emulator.control.clock.set(new Date("2026-06-30T23:59:59Z"));
    expect((await sendRequest(emulator, "GET /repos/acme/widgets/subscribers")).status).toBe(200);
    emulator.control.clock.advance(1);
    expect((await sendRequest(emulator, "GET /repos/acme/widgets/subscribers")).status).toBe(403);
    expect((await sendRequest(emulator, "GET /repos/acme/widgets/subscribers", "mallory")).status).toBe(403);
    expect((await sendRequest(emulator, "GET /repos/acme/widgets/subscribers", "bob")).status).toBe(200);
    expect((await sendRequest(emulator, "GET /repos/acme/gears/subscribers", "mallory")).status).toBe(404);
  });

  test("are removed when the repository becomes private, unlike users who ignore it", async ({ emulator }) => {
    await clientFor(emulator, "bob").call(setSubscription, { ...widgets, subscribed: true });
    await clientFor(emulator, "carol").call(setSubscription, { ...widgets, ignored: true });
    const { subscribers_count } = await clientFor(emulator, "alice").call(updateRepository, {
      ...widgets,
      private: true,
    });
    expect(subscribers_count).toBe(0);
    expect(await clientFor(emulator, "bob").call(getSubscription, widgets)).toBeNull();
    expect(await clientFor(emulator, "carol").call(getSubscription, widgets)).toMatchObject({ ignored: true });
  });
});

describe("watched repositories", () => {
  test("are empty since July 2026, and before that limited to what the caller can see", async ({ emulator }) => {
    emulator.control.clock.set(new Date("2026-06-01T00:00:00Z"));
    await clientFor(emulator, "bob").call(setSubscription, { ...widgets, subscribed: true });
    await clientFor(emulator, "bob").call(setSubscription, { owner: "acme", repo: "museum", ignored: true });
    emulator.control.clock.advance(60);
    await clientFor(emulator, "bob").call(setSubscription, { ...gears, subscribed: true });
    const namesOf = (list: readonly { full_name: string }[]) => list.map(({ full_name }) => full_name);
    const ofBob = { username: "bob" };
    expect(namesOf(await clientFor(emulator, "bob").call(listWatchedRepositories, {}))).toEqual([
      "acme/widgets",
      "acme/gears",
    ]);
    expect(namesOf(await clientFor(emulator).call(listRepositoriesWatchedByUser, ofBob))).toEqual(["acme/widgets"]);
    emulator.control.clock.set(new Date("2026-07-01T00:00:00Z"));
    expect(await clientFor(emulator, "bob").call(listWatchedRepositories, {})).toEqual([]);
    expect(await clientFor(emulator).call(listRepositoriesWatchedByUser, ofBob)).toEqual([]);
    expect((await sendRequest(emulator, "GET /user/subscriptions")).status).toBe(401);
  });

  emulatorTest({ seed: COMPANY, edition: "self-hosted" })(
    "are still listed by a self-hosted service",
    async ({ emulator }) => {
      emulator.control.clock.set(new Date("2027-07-01T00:00:00Z"));
      const { call } = clientFor(emulator, "bob");
      await call(setSubscription, { ...widgets, subscribed: true });
      expect(await call(listWatchedRepositories, {})).toMatchObject([{ full_name: "acme/widgets" }]);
      const { headers } = await sendRequest(emulator, "GET /user/subscriptions", "bob");
      expect(headers.has("deprecation")).toBe(false);
    },
  );

  test("can't be listed after the deprecation", async ({ emulator }) => {
    const statuses = async () => [
      (await sendRequest(emulator, "GET /user/subscriptions", "bob")).status,
      (await sendRequest(emulator, "GET /users/bob/subscriptions")).status,
    ];
    emulator.control.clock.set(new Date("2027-06-30T23:59:59Z"));
    expect(await statuses()).toEqual([200, 200]);
    emulator.control.clock.advance(1);
    expect(await statuses()).toEqual([410, 410]);
    await expect(clientFor(emulator, "bob").call(listWatchedRepositories, {})).rejects.toMatchObject({
      name: "GoneError",
    });
  });
});
