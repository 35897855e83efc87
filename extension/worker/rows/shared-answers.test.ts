import { createClient } from "@forgehand/core";
import { checkStar, getRepository } from "@forgehand/core/operations";
import type { Emulator } from "@forgehand/emulator";
import { test } from "@forgehand/emulator/vitest";
import { expect } from "vitest";
import { sharedAnswers } from "./shared-answers.ts";

const WIDGETS = { owner: "acme", repo: "widgets" };
const GEARS = { owner: "acme", repo: "gears" };

const clientsOf = ({ apiUrl, tokens }: Emulator) =>
  sharedAnswers(createClient({ baseUrl: apiUrl, credentials: tokens["alice"] ?? "" }));

const asked = ({ control }: Emulator) => control.calls().map(({ operation }) => operation);

test("what several ask alike is asked once", async ({ emulator }) => {
  const clientFor = clientsOf(emulator);
  const [one, other] = [clientFor(), clientFor()];
  const first = await one.call(getRepository, WIDGETS);
  expect(await other.call(getRepository, { ...WIDGETS })).toBe(first);
  expect((await other.call(getRepository, GEARS)).name).toBe("gears");
  expect(await one.call(checkStar, WIDGETS)).toBe(false);
  expect(asked(emulator)).toEqual(["getRepository", "getRepository", "checkStar"]);
});

test("who asks once more is told anew", async ({ emulator }) => {
  const { call } = clientsOf(emulator)();
  await call(checkStar, WIDGETS);
  await call(checkStar, WIDGETS);
  expect(asked(emulator)).toEqual(["checkStar", "checkStar"]);
});

test("what failed failed for all of them", async ({ emulator }) => {
  const clientFor = clientsOf(emulator);
  const nowhere = { owner: "acme", repo: "nothing" };
  const asking = [clientFor(), clientFor()].map(({ call }) => call(getRepository, nowhere));
  const [one, other] = await Promise.allSettled(asking);
  expect([one?.status, other]).toEqual(["rejected", one]);
  expect(asked(emulator)).toEqual(["getRepository"]);
});
