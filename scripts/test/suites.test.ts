import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";
import * as z from "zod/mini";
import vitestConfig from "../../vitest.config.ts";
import { DEFAULT_SUITES, SUITES } from "./suites.ts";

const Workflow = z.object({
  jobs: z.record(z.string(), z.object({ steps: z.array(z.object({ run: z.optional(z.string()) })) })),
});

test("the jobs of the CI workflow run each suite of npm test exactly once", () => {
  const { jobs } = z.parse(Workflow, parse(readFileSync(".github/workflows/ci.yml", "utf8")));
  const commands = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? []));
  const named = commands
    .filter((command) => command.startsWith("npm test --"))
    .flatMap((command) => Array.from(command.matchAll(/--suite (\S+)/g), ([, name]) => name));
  expect(named.toSorted()).toEqual([...DEFAULT_SUITES].sort());
});

test("each project of the vitest configuration belongs to a suite", () => {
  const projects = z.parse(
    z.object({ test: z.object({ projects: z.array(z.object({ test: z.object({ name: z.string() }) })) }) }),
    vitestConfig,
  ).test.projects;
  const named = Object.values(SUITES).flatMap((steps) =>
    steps.flatMap((step) => ("project" in step ? step.project : [])),
  );
  expect(named.toSorted()).toEqual(projects.map(({ test }) => test.name).toSorted());
});
