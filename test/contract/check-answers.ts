import { afterEach, expect } from "vitest";
import { observers } from "../../packages/emulator/src/http/observed.ts";
import { complaintsOf } from "./answers.ts";

const complaints = new Set<string>();
observers.add((answer) => {
  for (const complaint of complaintsOf(answer)) complaints.add(complaint);
});

afterEach(() => {
  const found = [...complaints];
  complaints.clear();
  expect(found, "answers that the contract or the public description would not expect").toEqual([]);
});
