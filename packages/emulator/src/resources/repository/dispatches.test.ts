import { createRepositoryDispatch } from "@forgehand/core/operations";
import { expect } from "vitest";
import { clientFor, requestJson } from "../../requests.fixture.ts";
import { emulatorTest } from "../../vitest.ts";

const WIDGETS = { owner: "acme", repo: "widgets" };

const test = emulatorTest({
  control: true,
  seed: {
    users: { alice: {}, mallory: {} },
    organizations: { acme: { members: { alice: "owner" } } },
    repositories: { "acme/widgets": { files: { "README.md": "Widgets" } } },
    tokens: {
      alice: { kind: "classic", user: "alice", scopes: "all" },
      mallory: { kind: "classic", user: "mallory", scopes: "all" },
    },
  },
});

test("a dispatch emits an event of the caller's choice", async ({ emulator }) => {
  const { call } = clientFor(emulator, "alice");
  await call(createRepositoryDispatch, { ...WIDGETS, event_type: "deploy", client_payload: { unit: false } });
  expect(emulator.control.events()).toMatchObject([{ event: "repository_dispatch", action: "deploy" }]);
});

test("a dispatch is limited", async ({ emulator }) => {
  const route = "POST /repos/acme/widgets/dispatches";
  const client_payload = Object.fromEntries(Array.from({ length: 11 }, (_, index) => [`field${index}`, index]));
  const { status, body } = await requestJson(emulator, route, { event_type: "deploy", client_payload });
  expect(status).toBe(422);
  expect(body).toMatchObject({
    message: "Invalid request.\n\nNo more than 10 properties are allowed; 11 were supplied.",
  });
  expect((await requestJson(emulator, route, { event_type: "" })).status).toBe(422);
  expect((await requestJson(emulator, route, { event_type: "x".repeat(101) })).status).toBe(422);
  expect((await requestJson(emulator, route, { event_type: "deploy" }, "mallory")).status).toBe(403);
  expect(emulator.control.events()).toEqual([]);
});
