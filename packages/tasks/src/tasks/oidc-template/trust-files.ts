import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { parseJson } from "@forgehand/core/internal";
import {
  CLOUD_AUDIENCES,
  CLOUDS,
  type Cloud,
  type TrustDocument,
  type TrustTarget,
  trustDocuments,
} from "@forgehand/core/oidc";
import * as z from "zod/mini";
import type { Advice, Failure } from "../../plan.ts";
import { Problem, toOneLine } from "../../problem.ts";
import type { RunContext } from "../../run/run-context.ts";
import { defaultAudience, issuerOf } from "./issuer.ts";
import type { TrustedSubjects } from "./job-subjects.ts";
import type { TemplateReading } from "./reading.ts";
import { type TemplateTarget, targetName } from "./template.ts";
import type { TrustRequest } from "./template-entry.ts";

/** Trust conditions that were written. */
export interface TrustResult {
  /** Repositories whose conditions can't be written. If there are any, no file is written. */
  readonly failures: readonly Failure[];
  /** Folders that contain the files, as they were given. */
  readonly folders: readonly string[];
  readonly notes: readonly string[];
  readonly advice: readonly Advice[];
}

/** A repository with the subjects that its conditions accept. */
interface TrustedRepository {
  readonly target: Exclude<TemplateTarget, { readonly org: string }>;
  readonly trusted: TrustedSubjects;
}

/** One role, identity or provider of a cloud: the words for it, and the command that sets its trust conditions. */
interface CloudFile {
  readonly title: string;
  readonly name: string;
  readonly noun: string;
  readonly command: (file: string) => string;
}

const CLOUD_FILES: Readonly<Record<Cloud, CloudFile>> = {
  aws: {
    title: "AWS",
    name: "role",
    noun: "trust policy of a role",
    command: (file) =>
      `sed "s/ACCOUNT_ID/$ACCOUNT/" ${file} > policy.json && aws iam update-assume-role-policy --role-name "$ROLE" --policy-document file://policy.json`,
  },
  azure: {
    title: "Azure",
    name: "identity",
    noun: "federated identity credentials of an application or managed identity",
    command: (file) =>
      `jq -c ".[]" ${file} | while read -r credential; do az ad app federated-credential create --id "$APP" --parameters "$credential"; done`,
  },
  google: {
    title: "Google Cloud",
    name: "provider",
    noun: "attribute condition of a workload identity pool provider",
    command: (file) =>
      `gcloud iam workload-identity-pools providers update-oidc "$PROVIDER" --workload-identity-pool "$POOL" --location global --attribute-condition "$(jq -r .attributeCondition ${file})"`,
  },
  vault: {
    title: "Vault",
    name: "role",
    noun: "role of the JWT auth method",
    command: (file) => `vault write "auth/jwt/role/$ROLE" @${file}`,
  },
};

/** File that says which other file is for what. */
const INDEX = "index.json";
/** Value by which an index is recognized, so that its files can be replaced. */
const WRITER = "forgehand oidc-template";

const IndexSchema = z.looseObject({
  writtenBy: z.literal(WRITER),
  files: z.array(z.looseObject({ file: z.string().check(z.regex(/^(?:aws|azure|google|vault)\/[a-z]+-\d+\.json$/)) })),
});

/**
 * Writes the trust conditions of all repositories for which they are requested: what each cloud must accept before and
 * after the change, within its limits.
 * @throws Problem if a file can't be written
 */
export async function writeTrust(
  run: RunContext,
  found: readonly TemplateReading[],
  unreadable: readonly Failure[],
): Promise<TrustResult> {
  const failures: Failure[] = [];
  const folders = new Map<string, { readonly request: TrustRequest; readonly repositories: TrustedRepository[] }>();
  for (const { target, trust, trusted } of found) {
    if (trust === undefined || trusted === undefined || "org" in target) continue;
    const path = resolve(run.workspace, trust.folder);
    const folder = folders.get(path) ?? { request: trust, repositories: [] };
    folders.set(path, folder);
    if (!hasSameOptions(folder.request, trust)) {
      throw new Problem(
        `trust-clouds and audience must be the same in all entries with trust-conditions: ${trust.folder}. Use another folder, or the same values.`,
      );
    }
    if (typeof trusted === "string") failures.push(failureOf(targetName(target), trusted));
    else folder.repositories.push({ target, trusted });
  }
  const sets = Array.from(folders, ([path, { request, repositories }]) => {
    const { documents, problems } = documentsFor(run, request, repositories);
    failures.push(...problems);
    return { path, request, repositories, documents };
  });
  // A cancelled run applies nothing, and has not read everything.
  if (failures.length > 0 || run.stopping.aborted) return { failures, folders: [], notes: [], advice: [] };
  const missing = unreadable.map(({ target }) => target);
  for (const { path, request, repositories, documents } of sets) {
    writeFolder(run, { path, name: request.folder }, [
      // First, so that the files of an interrupted run can be replaced.
      { file: INDEX, text: indexText(request, repositories, documents, missing) },
      ...documents.map((document) => ({ file: fileOf(document), text: document.text })),
    ]);
  }
  return {
    failures,
    folders: sets.map(({ request }) => request.folder),
    notes: sets.flatMap(({ request, documents }) => divisionNotes(request, documents)),
    advice: sets.map(({ request, repositories, documents }) => ({
      title: `Trust conditions for ${count(repositories.length, "repository", "repositories")}, in ${request.folder}`,
      text: adviceText(request, documents, missing),
    })),
  };
}

const cloudNames = ({ clouds = CLOUDS }: TrustRequest) => clouds.toSorted().join();

const hasSameOptions = (a: TrustRequest, b: TrustRequest) =>
  a.audience === b.audience && cloudNames(a) === cloudNames(b);

const failureOf = (target: string, problem: string): Failure => ({
  target,
  problem: `its trust conditions can't be written, so nothing is changed: ${problem}`,
});

const fileOf = ({ cloud, number }: TrustDocument) => `${cloud}/${CLOUD_FILES[cloud].name}-${number}.json`;

const count = (number: number, singular: string, plural = `${singular}s`) =>
  `${number.toLocaleString("en")} ${number === 1 ? singular : plural}`;

function documentsFor(
  { apiUrl }: RunContext,
  { clouds = CLOUDS, audience }: TrustRequest,
  repositories: readonly TrustedRepository[],
): { readonly documents: readonly TrustDocument[]; readonly problems: readonly Failure[] } {
  const issuer = issuerOf(apiUrl);
  if (issuer === undefined) {
    throw new Problem(
      `trust-conditions needs the issuer of identity tokens, which can't be derived from api-url: ${apiUrl}. Use https://HOST/api/v3.`,
    );
  }
  const targets = repositories.map(
    ({ target, trusted }): TrustTarget => ({
      ...trusted,
      name: targetName(target),
      audience: defaultAudience(apiUrl, target.owner),
    }),
  );
  const { documents, problems } = trustDocuments({ issuer, audience: audience ?? CLOUD_AUDIENCES, targets, clouds });
  const advice = "Select other clouds with trust-clouds, or fewer jobs with trust-jobs.";
  return {
    documents,
    problems: problems.map(({ cloud, target, problem }) =>
      failureOf(target, `for ${CLOUD_FILES[cloud].title}, it ${problem}. ${advice}`),
    ),
  };
}

/** Returns the index: which file is for what, and which subjects each repository has in them. */
function indexText(
  { jobs }: TrustRequest,
  repositories: readonly TrustedRepository[],
  documents: readonly TrustDocument[],
  missing: readonly string[],
): string {
  const files = documents.map((document) => {
    const { noun, command } = CLOUD_FILES[document.cloud];
    const file = fileOf(document);
    return { file, for: noun, command: command(file), repositories: document.targets };
  });
  const subjects = repositories.map(({ target, trusted }) => [targetName(target), trusted.subjects] as const);
  const index = { writtenBy: WRITER, jobs, files, subjects: Object.fromEntries(subjects), missing };
  return `${JSON.stringify(index, null, 2)}\n`;
}

/** Returns warnings about clouds in which one role, identity or provider can't trust all repositories. */
function divisionNotes({ folder }: TrustRequest, documents: readonly TrustDocument[]): readonly string[] {
  return Object.entries(countByCloud(documents)).flatMap(([title, { files, limit }]) =>
    files === 1
      ? []
      : [
          `${title}: ${limit}, so one can't trust all of these repositories. Before you apply, create ${files.toLocaleString("en")}, and give each a file of ${folder}. ${INDEX} lists the repositories of each file and, if you divide them differently, their subjects.`,
        ],
  );
}

/** Limits that divide documents. */
const LIMITS: Readonly<Record<Cloud, string>> = {
  aws: "the trust policy of a role has at most 2,048 characters",
  azure: "an application or managed identity has at most 20 federated identity credentials, of one subject each",
  google: "the attribute condition of a provider has at most 4,096 characters",
  vault: "the size of a role is limited",
};

function countByCloud(documents: readonly TrustDocument[]) {
  const counts: Record<string, { files: number; readonly limit: string }> = {};
  for (const { cloud } of documents) {
    const { title } = CLOUD_FILES[cloud];
    const entry = counts[title] ?? { files: 0, limit: LIMITS[cloud] };
    entry.files += 1;
    counts[title] = entry;
  }
  return counts;
}

function adviceText(
  { folder, jobs }: TrustRequest,
  documents: readonly TrustDocument[],
  missing: readonly string[],
): string {
  const files = Object.entries(countByCloud(documents)).map(
    ([title, { files }]) => `${title}: ${count(files, "file")}`,
  );
  return [
    `Set these before you apply: they accept the current and the new subjects of jobs for ${jobs.join(", ")}.`,
    ...files,
    `${join(folder, INDEX)} says which file is for what.`,
    ...(missing.length === 0 ? [] : [`Not in these files, because they could not be read: ${missing.join(", ")}`]),
  ].join("\n");
}

interface TrustFile {
  /** Path within the folder. */
  readonly file: string;
  readonly text: string;
}

/**
 * Writes files to a folder that is new, empty or from an earlier run, whose files are replaced.
 * @throws Problem
 */
function writeFolder(
  { log }: RunContext,
  { path, name }: { readonly path: string; readonly name: string },
  files: readonly TrustFile[],
): void {
  const quoted = JSON.stringify(name);
  // A redacted condition would not be the subject any more, and `*` is a wildcard.
  if (files.some(({ text }) => log.redact(text) !== text)) {
    throw new Problem(
      `The trust conditions for ${quoted} must not contain a secret's value, but a subject does. They were not written, and nothing was changed.`,
    );
  }
  try {
    createFolder(path);
    const existing = readdirSync(path);
    const previous = existing.includes(INDEX)
      ? z.safeParse(IndexSchema, parseJson(readFileSync(join(path, INDEX), "utf8"))).data
      : undefined;
    if (existing.length > 0 && previous === undefined) {
      throw new Problem(
        `trust-conditions must be an empty folder, or one that an earlier run wrote, got ${quoted}. Nothing was changed. For example: trust-conditions: trust`,
      );
    }
    const stale = previous?.files.filter((old) => !files.some(({ file }) => file === old.file)) ?? [];
    for (const { file } of stale) rmSync(join(path, file), { force: true });
    for (const { file, text } of files) {
      createFolder(dirname(join(path, file)));
      writeFileSync(join(path, file), text);
    }
  } catch (error) {
    if (error instanceof Problem) throw error;
    const reason = toOneLine(error instanceof Error ? error.message : String(error));
    throw new Problem(`The trust conditions can't be written to ${quoted}, so nothing was changed: ${reason}`);
  }
}

/** Creates a folder and those that contain it. In /proc, the platform's function for that never returns. */
function createFolder(path: string): void {
  if (existsSync(path)) return;
  createFolder(dirname(path));
  mkdirSync(path);
}
