import {
  createCommitStatus,
  createDeployment,
  createDeploymentStatus,
  getDeployment,
  listDeploymentStatuses,
  listDeployments,
  listEnvironments,
} from "@forgehand/core/operations";
import { expect } from "vitest";
import { clientFor, requestJson } from "../../requests.fixture.ts";
import { emulatorTest } from "../../vitest.ts";
import { widgetsSeed } from "./widgets-seed.fixture.ts";

const WIDGETS = { owner: "acme", repo: "widgets" };

const test = emulatorTest({
  seed: widgetsSeed({
    commits: [
      { branch: "round", from: "main", message: "Round", files: { "round.md": "o\n" } },
      { branch: "clash", from: "main", message: "Clash", files: { "one.md": "other\n" } },
      { message: "One", files: { "one.md": "1\n" } },
    ],
    deployments: [
      { environment: "staging", creator: "bob", statuses: [{ state: "success" }] },
      { environment: "production", task: "migrate", ref: "round", statuses: [{ state: "success" }] },
    ],
  }),
});

test("lists deployments newest first, by sha, ref, task and environment", async ({ emulator }) => {
  const { call } = clientFor(emulator, "bob");
  const all = await call(listDeployments, WIDGETS);
  expect(all.map(({ environment }) => environment)).toEqual(["production", "staging"]);
  const [production, staging] = all;
  expect(await call(listDeployments, { ...WIDGETS, environment: "staging" })).toEqual([staging]);
  expect(await call(listDeployments, { ...WIDGETS, task: "migrate" })).toEqual([production]);
  expect(await call(listDeployments, { ...WIDGETS, ref: "round" })).toEqual([production]);
  expect(await call(listDeployments, { ...WIDGETS, sha: staging?.sha })).toEqual([staging]);
  expect(await call(listDeployments, { ...WIDGETS, per_page: 1, page: 2 })).toEqual([staging]);
});

test("creates a deployment with its environment, and its statuses", async ({ emulator }) => {
  const { call } = clientFor(emulator, "bob");
  const created = await call(createDeployment, {
    ...WIDGETS,
    ref: "main",
    environment: "qa",
    payload: { flags: ["a"] },
    description: "Try it",
    required_contexts: [],
  });
  expect(created).toMatchObject({
    ref: "main",
    task: "deploy",
    environment: "qa",
    original_environment: "qa",
    payload: { flags: ["a"] },
    production_environment: false,
    creator: { login: "bob" },
  });
  const deployment_id = "id" in created ? Number(created.id) : 0;
  const { environments = [] } = await call(listEnvironments, WIDGETS);
  expect(environments.map(({ name }) => name)).toEqual(["production", "qa", "staging"]);
  const target = { ...WIDGETS, deployment_id };
  const status = await call(createDeploymentStatus, { ...target, state: "in_progress", log_url: "https://ci.example" });
  expect(status).toMatchObject({
    state: "in_progress",
    log_url: "https://ci.example",
    target_url: "https://ci.example",
  });
  await call(createDeploymentStatus, { ...target, state: "success", environment: "staging" });
  expect(await call(getDeployment, target)).toMatchObject({ environment: "staging", original_environment: "qa" });
  const statuses = await call(listDeploymentStatuses, target);
  expect(statuses.map(({ state }) => state)).toEqual(["success", "in_progress"]);
  expect(await call(listDeploymentStatuses, { ...target, per_page: 1, page: 2 })).toEqual(statuses.slice(1));
  // The older deployment to the environment has become inactive.
  const [older] = (await call(listDeployments, { ...WIDGETS, environment: "staging" })).slice(1);
  const replaced = await call(listDeploymentStatuses, { ...WIDGETS, deployment_id: older?.id ?? 0 });
  expect(replaced.map(({ state }) => state)).toEqual(["inactive", "success"]);
  expect(emulator.control.events().map(({ event }) => event)).toEqual([
    "deployment",
    "deployment_status",
    "deployment_status",
    "deployment_status",
  ]);
});

test("merges the default branch first, and reports conflicts", async ({ emulator }) => {
  const { call } = clientFor(emulator, "bob");
  const merged = await requestJson(emulator, "POST /repos/acme/widgets/deployments", { ref: "round" });
  expect(merged).toMatchObject({ status: 202, body: { message: "Auto-merged main into round on deployment." } });
  expect(await call(createDeployment, { ...WIDGETS, ref: "round" })).toMatchObject({ ref: "round" });
  const conflicting = await requestJson(emulator, "POST /repos/acme/widgets/deployments", { ref: "clash" });
  expect(conflicting).toMatchObject({ status: 409, body: { message: "Conflict merging main into clash" } });
  expect(await call(createDeployment, { ...WIDGETS, ref: "clash", auto_merge: false })).toMatchObject({ ref: "clash" });
});

test("requires successful contexts", async ({ emulator }) => {
  const { call } = clientFor(emulator, "bob");
  const [{ sha } = { sha: "" }] = await call(listDeployments, { ...WIDGETS, environment: "staging" });
  const deploy = (body: object = {}) =>
    requestJson(emulator, "POST /repos/acme/widgets/deployments", { ref: "main", ...body });
  expect((await deploy({ required_contexts: ["ci"] })).status).toBe(409);
  await call(createCommitStatus, { ...WIDGETS, sha, context: "ci", state: "pending" });
  expect(await deploy()).toMatchObject({
    status: 409,
    body: { message: "Conflict: Commit status checks failed for main." },
  });
  expect((await deploy({ required_contexts: [] })).status).toBe(201);
  await call(createCommitStatus, { ...WIDGETS, sha, context: "ci", state: "success" });
  expect((await deploy({ required_contexts: ["ci"] })).status).toBe(201);
});

test("rejects unknown refs, callers who can't push, and unknown deployments", async ({ emulator }) => {
  const deploy = (body: object, token = "alice") =>
    requestJson(emulator, "POST /repos/acme/widgets/deployments", body, token);
  expect(await deploy({ ref: "none" })).toMatchObject({ status: 422, body: { message: "No ref found for: none" } });
  expect((await deploy({ ref: "main" }, "carol")).status).toBe(403);
  const { call } = clientFor(emulator, "bob");
  const unknown = { ...WIDGETS, deployment_id: 99 };
  await expect(call(getDeployment, unknown)).rejects.toMatchObject({ status: 404 });
  await expect(call(listDeploymentStatuses, unknown)).rejects.toMatchObject({ status: 404 });
  await expect(call(createDeploymentStatus, { ...unknown, state: "success" })).rejects.toMatchObject({ status: 404 });
});
