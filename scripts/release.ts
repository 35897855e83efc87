// Releases all packages, the extension and the action under one version. `npm run release -- --dry-run` builds
// everything and lists it. All work is done in clones; the working tree is not changed.
import { appendFileSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { checkIsNew, moveBuild } from "./release/out-folder.ts";
import { ReleaseError } from "./release/release-error.ts";

const HELP = `Releases Forgehand.

npm run release -- --dry-run [--out FOLDER]
  builds the release from the last commit and lists it; publishes nothing
  FOLDER must be new or empty; its README.txt explains how to try what was built

In CI, in this order, each in its own job; without a step, all of them:
  next --out FOLDER    determines the next step for the main branch, and prepares the next version
  propose --out FOLDER opens or updates the pull request with the next version
  make --out FOLDER    builds the release
  publish --out FOLDER publishes the packages
  tag --out FOLDER     pushes the tags, and publishes the GitHub release
`;

const ROOT = realpathSync(fileURLToPath(new URL("..", import.meta.url)));
const log = (line: string) => void process.stderr.write(`release: ${line}\n`);

/** Folders of a release step. */
interface ReleaseContext {
  readonly scratch: string;
  /** Folder for the built release. */
  readonly out: string;
}

/**
 * Steps of the CI workflow. Those that run with write access, `propose`, `publish` and `tag`, must not load packages:
 * their jobs install none.
 */
const STEPS: Readonly<Record<string, (context: ReleaseContext) => Promise<void>>> = {
  async next({ scratch, out }) {
    const { nextStep } = await import("./release/next-step.ts");
    const { step, version, reason } = nextStep(ROOT);
    log(`${step === "none" ? "nothing to do" : step} (${reason})`);
    if (step === "propose") {
      const { makeProposal } = await import("./release/make-proposal.ts");
      makeProposal(ROOT, scratch, out);
    }
    const file = process.env["GITHUB_OUTPUT"];
    if (file) appendFileSync(file, `step=${step}\nversion=${version}\n`);
  },
  async propose({ scratch, out }) {
    const { pushProposal } = await import("./release/push-proposal.ts");
    log(`proposed ${pushProposal(ROOT, scratch, out).version}`);
  },
  async make({ scratch, out }) {
    const [{ nextStep }, { cloneRepository }] = await Promise.all([
      import("./release/next-step.ts"),
      import("./release/clone-repository.ts"),
    ]);
    const { tagged } = nextStep(ROOT);
    const clone = join(scratch, "release");
    // Finishes a tagged version from its original sources, even if the main branch has newer commits.
    const source = tagged === undefined ? "HEAD" : await sourceOf(tagged);
    cloneRepository(ROOT, source, clone);
    await buildAndList({ clone, scratch, out });
  },
  async publish({ out }) {
    const [{ publishPackages }, { readReleaseManifest }] = await Promise.all([
      import("./release/registry.ts"),
      import("./release/release-manifest.ts"),
    ]);
    publishPackages(readReleaseManifest(out), out, log);
  },
  async tag({ scratch, out }) {
    const [{ pushTags }, { publishRelease }, { readReleaseManifest }] = await Promise.all([
      import("./release/push-tags.ts"),
      import("./release/github-release.ts"),
      import("./release/release-manifest.ts"),
    ]);
    const manifest = readReleaseManifest(out);
    pushTags(manifest, out, ROOT, scratch, log);
    publishRelease(manifest, out, ROOT, log);
  },
};

/** Steps that write a folder; the others read one. */
const STEPS_WITH_NEW_FOLDER: ReadonlySet<string> = new Set(["next", "make"]);

/** Returns the parent of a tag's commit: the sources that it was built from. */
async function sourceOf(tagged: string): Promise<string> {
  const { git, resolveCommit } = await import("./release/git.ts");
  if (resolveCommit(ROOT, tagged) === undefined) git(ROOT, "fetch", "--quiet", "origin", tagged);
  return git(ROOT, "rev-parse", `${tagged}^`);
}

/** Builds a clone's release, and lists it on standard output. */
async function buildAndList({ clone, scratch, out }: ReleaseContext & { readonly clone: string }): Promise<void> {
  const [{ buildRelease }, { formatRelease }] = await Promise.all([
    import("./release/build-release.ts"),
    import("./release/format-release.ts"),
  ]);
  const built = join(scratch, "built");
  const manifest = buildRelease({ clone, scratch, out: built, root: ROOT, log });
  moveBuild(built, out);
  process.stdout.write(formatRelease(manifest));
}

/** Builds the next release from the current checkout, without publishing it. */
async function runDryRun({ scratch, out }: ReleaseContext): Promise<void> {
  const [{ cloneRepository }, { resolveCommit, uncommittedFiles }, nextVersion, { sharedVersion, versionTag }] =
    await Promise.all([
      import("./release/clone-repository.ts"),
      import("./release/git.ts"),
      import("./release/next-version.ts"),
      import("./release/versions.ts"),
    ]);
  const changes = uncommittedFiles(ROOT);
  if (changes.length > 0) log(describeUncommitted(changes));
  const clone = join(scratch, "release");
  cloneRepository(ROOT, "HEAD", clone);
  if (nextVersion.hasPendingChangesets(clone)) nextVersion.commitNextVersion(clone);
  const version = sharedVersion(clone);
  nextVersion.releaseNotes(clone, version);
  if (resolveCommit(ROOT, `refs/tags/${versionTag(version)}`) !== undefined) {
    throw new ReleaseError(`The tag ${versionTag(version)} already exists: a version can only be released once.`);
  }
  await buildAndList({ clone, scratch, out });
  log("dry run: nothing was published");
}

/** Warns that a release is built from commits only, as in CI. */
function describeUncommitted(changes: readonly string[]): string {
  const named = changes.slice(0, 3).map((change) => change.trim());
  const rest = changes.length > named.length ? `, and ${changes.length - named.length} more` : "";
  return `warning: the last commit is built, without the changes in the working tree: ${named.join(", ")}${rest}`;
}

async function runNextSteps(context: ReleaseContext): Promise<void> {
  const { nextStep } = await import("./release/next-step.ts");
  const { step } = nextStep(ROOT);
  const steps = { propose: ["next", "propose"], release: ["make", "publish", "tag"], none: ["next"] }[step];
  for (const name of steps) await STEPS[name]?.(context);
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

/** @throws ReleaseError if it is empty */
function parseOut(out: string): string {
  if (out.trim() !== "") return resolve(out);
  throw new ReleaseError("--out must be a folder, got an empty text.");
}

/** @throws ReleaseError if nothing can be released, with the reason in one line */
export async function main(args: readonly string[]): Promise<void> {
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
  const given = values.out === undefined ? undefined : parseOut(values.out);
  if (given === undefined && name !== undefined)
    throw new ReleaseError(`--out is missing. For example: ${name} --out release`);
  if (given !== undefined && (name === undefined || STEPS_WITH_NEW_FOLDER.has(name))) checkIsNew(given);
  const scratch = realpathSync(mkdtempSync(join(tmpdir(), "forgehand-release-")));
  try {
    const context = { scratch, out: given ?? join(scratch, "out") };
    await (values["dry-run"] ? runDryRun : step)(context);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

if (import.meta.main) {
  try {
    await main(process.argv.slice(2));
  } catch (error) {
    log(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}
