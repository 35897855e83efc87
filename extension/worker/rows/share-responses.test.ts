import { createClient } from "@forgehand/core";
import { checkStar, getRepository } from "@forgehand/core/operations";
import type { Emulator } from "@forgehand/emulator";
import { test } from "@forgehand/emulator/vitest";
import { expect } from "vitest";
import { shareResponses } from "./share-responses.ts";

const WIDGETS = { owner: "acme", repo: "widgets" };
const GEARS = { owner: "acme", repo: "gears" };

const createClients = ({ apiUrl, tokens }: Emulator) =>
  shareResponses(createClient({ baseUrl: apiUrl, credentials: tokens["alice"] ?? "" }));

const requestedOperations = ({ control }: Emulator) => control.calls().map(({ operation }) => operation);

test("equal reads of several clients are requested once", async ({ emulator }) => {
  const clientFor = createClients(emulator);
  const [client, otherClient] = [clientFor(), clientFor()];
  const repository = await client.call(getRepository, WIDGETS);
  expect(await otherClient.call(getRepository, { ...WIDGETS })).toBe(repository);
  expect((await otherClient.call(getRepository, GEARS)).name).toBe("gears");
  expect(await client.call(checkStar, WIDGETS)).toBe(false);
  expect(requestedOperations(emulator)).toEqual(["getRepository", "getRepository", "checkStar"]);
});

test("repeating a read sends a new request", async ({ emulator }) => {
  const { call } = createClients(emulator)();
  await call(checkStar, WIDGETS);
  await call(checkStar, WIDGETS);
  expect(requestedOperations(emulator)).toEqual(["checkStar", "checkStar"]);
});

test("all clients share a failed read", async ({ emulator }) => {
  const clientFor = createClients(emulator);
  const missingRepository = { owner: "acme", repo: "nothing" };
  const calls = [clientFor(), clientFor()].map(({ call }) => call(getRepository, missingRepository));
  const [first, second] = await Promise.allSettled(calls);
  expect([first?.status, second]).toEqual(["rejected", first]);
  expect(requestedOperations(emulator)).toEqual(["getRepository"]);
});
