import { createClient } from "@forgehand/core";
import {
  createRepositoryVariable,
  deleteRepositoryVariable,
  setOrganizationVariableRepositories,
  updateOrganizationVariable,
  updateRepositoryVariable,
} from "@forgehand/core/operations";
import { type Emulator, startEmulator } from "@forgehand/emulator";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { settingsOf } from "../../settings/text-settings.fixture.ts";
import { contextWith } from "../rotate-secrets/run-context.fixture.ts";
import { setVariables } from "./set-variables.ts";
import { readVariableEntries } from "./variable-entry.ts";

let emulator: Emulator;
beforeEach(async () => {
  emulator = await startEmulator({
    seed: {
      users: { alice: {} },
      organizations: {
        acme: {
          members: { alice: "owner" },
          variables: { LIST: { value: "1", visibility: "selected", repositories: ["acme/widgets"] } },
        },
      },
      repositories: { "acme/widgets": { variables: { REGION: "us" } }, "acme/gears": {} },
      tokens: { alice: { kind: "classic", user: "alice", scopes: "all" } },
    },
  });
});
afterEach(() => emulator.stop());

type Call = ReturnType<typeof createClient>["call"];
const WIDGETS = { owner: "acme", repo: "widgets" };

/** Sets variables, with a concurrent change between the plan and the write. */
async function setWithConcurrentChange(inputs: Readonly<Record<string, string>>, meanwhile: (call: Call) => unknown) {
  const client = createClient({ baseUrl: emulator.apiUrl, credentials: emulator.tokens["alice"] ?? "", pace: "off" });
  const { run } = contextWith(client);
  const entries = readVariableEntries(settingsOf(inputs));
  const state = await setVariables.read(run, entries);
  const { changes } = setVariables.plan(state);
  expect(changes).toHaveLength(1);
  await meanwhile(client.call);
  emulator.control.clearCalls();
  const { outcomes } = await setVariables.apply(run, changes, state);
  const writes = emulator.control.calls().filter(({ method }) => method !== "GET");
  return { outcome: outcomes[0], writes: writes.map(({ operation }) => operation) };
}

describe("a concurrent change", () => {
  const region = { repositories: "acme/widgets", variables: "REGION=eu" };

  test("of the value is not undone", async () => {
    const { outcome, writes } = await setWithConcurrentChange(region, (call) =>
      call(updateRepositoryVariable, { ...WIDGETS, name: "REGION", value: "ap" }),
    );
    expect([outcome?.end, outcome?.note, writes]).toEqual([
      "failed",
      "it was changed since this run started. It was not changed again: run again.",
      [],
    ]);
  });

  test("to the desired value counts as done", async () => {
    const { outcome, writes } = await setWithConcurrentChange(region, (call) =>
      call(updateRepositoryVariable, { ...WIDGETS, name: "REGION", value: "eu" }),
    );
    expect([outcome?.end, writes]).toEqual(["changed", []]);
  });

  test("that creates or deletes the variable is not undone", async () => {
    const created = await setWithConcurrentChange({ ...region, variables: "NEW=1" }, (call) =>
      call(createRepositoryVariable, { ...WIDGETS, name: "NEW", value: "2" }),
    );
    expect([created.outcome?.end, created.writes]).toEqual(["failed", []]);
    const deleted = await setWithConcurrentChange(region, (call) =>
      call(deleteRepositoryVariable, { ...WIDGETS, name: "REGION" }),
    );
    expect([deleted.outcome?.end, deleted.writes]).toEqual(["failed", []]);
  });

  test("of the repositories is not undone, and stays if only the value is set", async () => {
    const list = { organization: "acme", variables: "LIST=1", "selected-repositories": "acme/gears" };
    const narrow = (call: Call) =>
      call(setOrganizationVariableRepositories, { org: "acme", name: "LIST", selected_repository_ids: [] });
    const { outcome, writes } = await setWithConcurrentChange({ ...list, "allow-widen": "true" }, narrow);
    expect([outcome?.end, writes]).toEqual(["failed", []]);
    const value = await setWithConcurrentChange({ organization: "acme", variables: "LIST=2" }, () => undefined);
    expect([value.outcome?.end, value.writes]).toEqual(["changed", ["updateOrganizationVariable"]]);
  });

  test("of the visibility is not undone", async () => {
    const { outcome } = await setWithConcurrentChange({ organization: "acme", variables: "LIST=2" }, (call) =>
      call(updateOrganizationVariable, { org: "acme", name: "LIST", visibility: "private" }),
    );
    expect(outcome?.end).toBe("failed");
  });
});
