// Releases all packages, the extension and the action under one version. `npm run release -- --dry-run` builds
// everything and lists it. All work is done in clones; the working tree is not changed.
import { appendFileSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { buildRelease } from "./release/build-release.ts";
import { cloneRepository } from "./release/clone-repository.ts";
import { formatRelease } from "./release/format-release.ts";
import { git, resolveCommit, uncommittedFiles } from "./release/git.ts";
import { openPullRequest, publishRelease } from "./release/github-release.ts";
import { nextStep } from "./release/next-step.ts";
import { commitNextVersion, hasPendingChangesets, releaseNotes } from "./release/next-version.ts";
import { pushTags } from "./release/push-tags.ts";
import { publishPackages } from "./release/registry.ts";
import { ReleaseError } from "./release/release-error.ts";
import { readReleaseManifest } from "./release/release-manifest.ts";
import { sharedVersion, versionTag } from "./release/versions.ts";

const HELP = `Releases Forgehand.

npm run release -- --dry-run [--out FOLDER]
  builds the release in a temporary folder, or in FOLDER, and lists it; publishes nothing

In CI, in this order, each in its own job; without a step, all of them:
  next                 determines the next step for the main branch
  propose              opens or updates the pull request with the next version
  make --out FOLDER    builds the release
  publish --out FOLDER publishes the packages
  tag --out FOLDER     pushes the tags, and publishes the GitHub release
`;

const ROOT = realpathSync(fileURLToPath(new URL("..", import.meta.url)));
/** Branch of the pull request with the next version. */
const BRANCH = "release/next";

const log = (line: string) => void process.stderr.write(`release: ${line}\n`);

/** Folders of a release step. */
interface ReleaseContext {
  readonly scratch: string;
  /** Folder for the built release. */
  readonly out: string;
}

/** Steps of the CI workflow. */
const STEPS: Readonly<Record<string, (context: ReleaseContext) => void>> = {
  next() {
    const { step, version, reason } = nextStep(ROOT);
    log(`${step === "none" ? "nothing to do" : step} (${reason})`);
    const file = process.env["GITHUB_OUTPUT"];
    if (file) appendFileSync(file, `step=${step}\nversion=${version}\n`);
  },
  propose({ scratch }) {
    const clone = join(scratch, "next");
    cloneRepository(ROOT, "HEAD", clone);
    const version = commitNextVersion(clone);
    const remote = git(ROOT, "remote", "get-url", "origin");
    git(clone, "push", "--quiet", "--force", remote, `HEAD:refs/heads/${BRANCH}`);
    const body = `Merging this releases ${version} with these notes:\n\n${releaseNotes(clone, version)}`;
    openPullRequest(ROOT, BRANCH, `Forgehand ${version}`, body);
    log(`proposed ${version}`);
  },
  make({ scratch, out }) {
    const { tagged } = nextStep(ROOT);
    const clone = join(scratch, "release");
    // Finishes a tagged version from its original sources, even if the main branch has newer commits.
    const source = tagged === undefined ? "HEAD" : sourceOf(tagged);
    cloneRepository(ROOT, source, clone);
    process.stdout.write(formatRelease(buildRelease({ root: ROOT, clone, scratch, out, log })));
  },
  publish: ({ out }) => publishPackages(readReleaseManifest(out), out, log),
  tag({ scratch, out }) {
    const manifest = readReleaseManifest(out);
    pushTags(manifest, out, ROOT, scratch, log);
    publishRelease(manifest, out, ROOT, log);
  },
};

/** Returns the parent of a tag's commit: the sources that it was built from. */
function sourceOf(tagged: string): string {
  if (resolveCommit(ROOT, tagged) === undefined) git(ROOT, "fetch", "--quiet", "origin", tagged);
  return git(ROOT, "rev-parse", `${tagged}^`);
}

/** Builds the next release from the current checkout, without publishing it. */
function runDryRun({ scratch, out }: ReleaseContext): void {
  const [changed] = uncommittedFiles(ROOT);
  if (changed !== undefined) {
    throw new ReleaseError(`The working tree must have no changes, got ${changed.trim()}. Commit or remove them.`);
  }
  const clone = join(scratch, "release");
  cloneRepository(ROOT, "HEAD", clone);
  if (hasPendingChangesets(clone)) commitNextVersion(clone);
  const version = sharedVersion(clone);
  releaseNotes(clone, version);
  if (resolveCommit(ROOT, `refs/tags/${versionTag(version)}`) !== undefined) {
    throw new ReleaseError(`The tag ${versionTag(version)} already exists: a version can only be released once.`);
  }
  process.stdout.write(formatRelease(buildRelease({ root: ROOT, clone, scratch, out, log })));
  log("dry run: nothing was published");
}

function runNextSteps(context: ReleaseContext): void {
  const { step, reason } = nextStep(ROOT);
  log(`${step} (${reason})`);
  const steps = { propose: ["propose"], release: ["make", "publish", "tag"], none: [] }[step];
  for (const name of steps) STEPS[name]?.(context);
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { "dry-run": { type: "boolean" }, out: { type: "string" }, help: { type: "boolean" } },
    });
  } catch (error) {
    const problem = error instanceof Error ? error.message.split(". ")[0] : String(error);
    throw new ReleaseError(`${problem}. See --help for the flags.`);
  }
}

/** @throws ReleaseError if nothing can be released, with the reason in one line */
export function main(args: readonly string[]): void {
  const { values, positionals } = parse(args);
  if (values.help) return void process.stdout.write(HELP);
  const [name, ...more] = positionals;
  const step = name === undefined ? runNextSteps : STEPS[name];
  if (step === undefined || more.length > 0)
    throw new ReleaseError(`The step must be one of ${Object.keys(STEPS).join(", ")}, got ${positionals.join(" ")}.`);
  if (values["dry-run"] && name !== undefined)
    throw new ReleaseError("--dry-run must not be combined with a step: it runs all of them.");
  if (!values["dry-run"] && process.env["CI"] !== "true") {
    throw new ReleaseError("Releases must be made by CI. To preview one: npm run release -- --dry-run");
  }
  const scratch = realpathSync(mkdtempSync(join(tmpdir(), "forgehand-release-")));
  try {
    const context = { scratch, out: values.out === undefined ? join(scratch, "out") : resolve(values.out) };
    (values["dry-run"] ? runDryRun : step)(context);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

if (import.meta.main) {
  try {
    main(process.argv.slice(2));
  } catch (error) {
    log(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}
