import { expect, test } from "vitest";
import { completeWords } from "./complete-words.ts";

test.for([
  [["pl"], ["plan"]],
  [["plan", "--repositories", "x", "--repository-v"], ["--repository-visibility"]],
  [["plan", "--level", "e"], ["environment"]],
  [
    ["plan", "--repository-visibility", "p"],
    ["public", "private"],
  ],
  [["check", "--y"], []],
  [["apply", "--y"], ["--yes"]],
  [["redeliver", "--secret"], []],
  [
    ["completion", ""],
    ["bash", "zsh", "fish"],
  ],
  [["help", "ex"], ["explain"]],
  [["plan", "--value-file", ""], []],
  [["plan", "--tok"], []],
] as const)("proposes words for %j", ([words, expected]) => {
  expect(completeWords(words).map(({ word }) => word)).toEqual(expected);
});

test("describes every command and flag", () => {
  for (const words of [[""], ["plan", "--"], ["apply", "--"], ["init", "--"]]) {
    for (const { word, description } of completeWords(words)) expect(description, word).toMatch(/\S/);
  }
});
