import { createFork, updateRepository } from "@forgehand/core/operations";
import { expect } from "vitest";
import { clientFor, requestJson, sendRequest } from "../../requests.fixture.ts";
import { emulatorTest } from "../../vitest.ts";
import { COMPANY } from "../company.fixture.ts";
import { receiveEvents } from "../received-events.fixture.ts";

const widgets = {
  ...COMPANY.repositories["acme/widgets"],
  branches: { next: "main" },
  tags: { v1: "main" },
};
const test = emulatorTest({
  seed: {
    ...COMPANY,
    repositories: { ...COMPANY.repositories, "acme/widgets": widgets, "mallory/widgets": {} },
  },
});

const source = { owner: "acme", repo: "widgets" };

test("forks a repository to the caller's account with its contents", async ({ emulator }) => {
  const events = await receiveEvents(emulator, () => clientFor(emulator, "carol").call(createFork, source));
  const { body: fork } = await sendRequest(emulator, "GET /repos/carol/widgets", "carol");
  expect(fork).toMatchObject({
    full_name: "carol/widgets",
    fork: true,
    parent: { full_name: "acme/widgets" },
    has_issues: false,
    permissions: { admin: true },
  });
  const readme = await sendRequest(emulator, "GET /repos/carol/widgets/contents/README.md?ref=next", "carol");
  expect(readme.status).toBe(200);
  const repository = { full_name: "acme/widgets", forks_count: 2 };
  expect(events).toMatchObject([
    { event: "fork", payload: { forkee: { full_name: "carol/widgets" }, repository, sender: { login: "carol" } } },
  ]);
});

test("returns the existing fork, or the repository itself to its owner", async ({ emulator }) => {
  const bob = clientFor(emulator, "bob");
  expect(await bob.call(createFork, { ...source, name: "other" })).toMatchObject({ full_name: "bob/widgets" });
  const own = await requestJson(emulator, "POST /repos/acme/widgets/forks", { organization: "acme" });
  expect(own).toMatchObject({ status: 202, body: { full_name: "acme/widgets" } });
  expect(emulator.control.events()).toEqual([]);
});

test("copies only the default branch on request", async ({ emulator }) => {
  const carol = clientFor(emulator, "carol");
  await carol.call(createFork, { ...source, name: "small", default_branch_only: true });
  const read = async (ref: string) =>
    (await sendRequest(emulator, `GET /repos/carol/small/contents/README.md?ref=${ref}`, "carol")).status;
  expect(await read("main")).toBe(200);
  expect(await read("next")).toBe(404);
  expect(await read("v1")).toBe(404);
});

test("adds a number to a name that is in use", async ({ emulator }) => {
  expect(await clientFor(emulator, "mallory").call(createFork, source)).toMatchObject({ name: "widgets-1" });
});

test("forks to an organization whose members can create repositories", async ({ emulator }) => {
  const fork = await clientFor(emulator, "bob").call(createFork, { ...source, organization: "globex", name: "copies" });
  expect(fork).toMatchObject({ full_name: "globex/copies", permissions: { admin: true } });
  const post = (organization: string) => requestJson(emulator, "POST /repos/acme/widgets/forks", { organization });
  expect(await post("globex")).toMatchObject({ status: 403 });
  expect(await post("bob")).toMatchObject({
    status: 422,
    body: { message: expect.stringContaining("is the login for a user account") },
  });
  expect((await post("nothing")).status).toBe(404);
});

test("refuses private repositories whose owners don't allow forks, and empty ones", async ({ emulator }) => {
  const fork = (path: string, token: string) => requestJson(emulator, `POST /repos/${path}/forks`, {}, token);
  expect(await fork("acme/gears", "bob")).toMatchObject({ status: 403 });
  await clientFor(emulator, "alice").call(updateRepository, { owner: "acme", repo: "gears", allow_forking: true });
  expect(await fork("acme/gears", "bob")).toMatchObject({ status: 202, body: { private: true } });
  expect(await fork("acme/museum", "bob")).toMatchObject({
    status: 403,
    body: { message: expect.stringContaining("Empty repositories cannot be forked") },
  });
  expect((await fork("acme/gears", "mallory")).status).toBe(404);
});
