import { listTopics, setTopics } from "@forgehand/core/operations";
import { expect } from "vitest";
import { clientFor, requestJson, sendRequest } from "../../requests.fixture.ts";
import { emulatorTest } from "../../vitest.ts";
import { COMPANY } from "../company.fixture.ts";
import { receiveEvents } from "../received-events.fixture.ts";

const test = emulatorTest({ seed: COMPANY });
const widgets = { owner: "acme", repo: "widgets" };

test("lists the topics of a repository, page by page", async ({ emulator }) => {
  expect(await clientFor(emulator, "mallory").call(listTopics, widgets)).toEqual({ names: ["widgets", "round"] });
  const page = await sendRequest(emulator, "GET /repos/acme/widgets/topics?per_page=1&page=2", "alice");
  expect(page.body).toEqual({ names: ["round"] });
  expect((await sendRequest(emulator, "GET /repos/acme/gears/topics", "mallory")).status).toBe(404);
});

test("replaces the topics in lower case, each once", async ({ emulator }) => {
  const { call } = clientFor(emulator, "alice");
  const events = await receiveEvents(emulator, async () => {
    const replaced = await call(setTopics, { ...widgets, names: ["Square", "square", "flat"] });
    expect(replaced).toEqual({ names: ["square", "flat"] });
  });
  expect(await call(listTopics, widgets)).toEqual({ names: ["square", "flat"] });
  const repository = { topics: ["square", "flat"] };
  expect(events).toMatchObject([
    { event: "repository edited", payload: { changes: { topics: { from: ["widgets", "round"] } }, repository } },
  ]);
  expect(await call(setTopics, { ...widgets, names: [] })).toEqual({ names: [] });
});

test("rejects invalid topics, too many, and callers who can't administer the repository", async ({ emulator }) => {
  const put = (names: readonly string[], token?: string) =>
    requestJson(emulator, "PUT /repos/acme/widgets/topics", { names }, token);
  expect(await put(["not allowed"])).toMatchObject({
    status: 422,
    body: { errors: [expect.stringContaining("50 characters or less")] },
  });
  expect((await put(["a".repeat(51)])).status).toBe(422);
  expect((await put(Array.from({ length: 21 }, (_, index) => `topic-${index}`))).status).toBe(422);
  expect((await put(["fine"], "bob")).status).toBe(403);
});
