// Releases all packages, the extension's packages and the action under one version: `npm run release -- --dry-run` makes all
// of it and shows what would go out. Everything is made in clones; the working tree stays as it is.
import { appendFileSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { clone as cloneInto } from "./release/clone.ts";
import { propose, publishRelease } from "./release/forge.ts";
import { listing } from "./release/listing.ts";
import { readMade } from "./release/made.ts";
import { make } from "./release/make.ts";
import { nextStep } from "./release/next-step.ts";
import { commitNextVersion, hasWaitingChanges, notesOf } from "./release/next-version.ts";
import { Refusal } from "./release/refusal.ts";
import { publishPackages } from "./release/registry.ts";
import { commitOf, git, uncommitted } from "./release/repository.ts";
import { pushTags } from "./release/tags.ts";
import { sharedVersion, versionTag } from "./release/versions.ts";

const HELP = `Releases Forgehand.

npm run release -- --dry-run [--out FOLDER]
  makes all that would go out, in a temporary folder or in that one, and lists it; nothing leaves the machine

In CI, after one another, each in a job of its own; without a step, all of them:
  next                 says what the main branch asks for
  propose              opens the pull request with the next version
  make --out FOLDER    makes all that goes out
  publish --out FOLDER publishes the packages
  tag --out FOLDER     sets the tags, and makes the release on the forge
`;

const ROOT = realpathSync(fileURLToPath(new URL("..", import.meta.url)));
/** The branch of the pull request with the next version. */
const BRANCH = "release/next";

const say = (line: string) => void process.stderr.write(`release: ${line}\n`);

/** What a step works with. */
interface Bench {
  readonly scratch: string;
  /** Where what is made lies. */
  readonly out: string;
}

/** The steps that CI takes. */
const STEPS: Readonly<Record<string, (bench: Bench) => void>> = {
  next() {
    const { step, version, reason } = nextStep(ROOT);
    say(`${step === "none" ? "nothing to do" : step} (${reason})`);
    const file = process.env["GITHUB_OUTPUT"];
    if (file) appendFileSync(file, `step=${step}\nversion=${version}\n`);
  },
  propose({ scratch }) {
    const clone = join(scratch, "next");
    cloneInto(ROOT, "HEAD", clone);
    const version = commitNextVersion(clone);
    const remote = git(ROOT, "remote", "get-url", "origin");
    git(clone, "push", "--quiet", "--force", remote, `HEAD:refs/heads/${BRANCH}`);
    const body = `Merging this releases ${version}. It says:\n\n${notesOf(clone, version)}`;
    propose(ROOT, BRANCH, `Forgehand ${version}`, body);
    say(`proposed ${version}`);
  },
  make({ scratch, out }) {
    const { tagged } = nextStep(ROOT);
    const clone = join(scratch, "release");
    // What has its tag is finished from the sources that the tag was made from, whatever was merged since.
    const source = tagged === undefined ? "HEAD" : sourceOf(tagged);
    cloneInto(ROOT, source, clone);
    process.stdout.write(listing(make({ root: ROOT, clone, scratch, out, say })));
  },
  publish: ({ out }) => publishPackages(readMade(out), out, say),
  tag({ scratch, out }) {
    const made = readMade(out);
    pushTags(made, out, ROOT, scratch, say);
    publishRelease(made, out, ROOT, say);
  },
};

/** The commit that a tag's commit stands on. */
function sourceOf(tagged: string): string {
  if (commitOf(ROOT, tagged) === undefined) git(ROOT, "fetch", "--quiet", "origin", tagged);
  return git(ROOT, "rev-parse", `${tagged}^`);
}

/** Makes the next release from what is checked out, and sends nothing. */
function dryRun({ scratch, out }: Bench): void {
  const [changed] = uncommitted(ROOT);
  if (changed !== undefined) {
    throw new Refusal(`The working tree has changes (${changed.trim()}): commit them, or take them away.`);
  }
  const clone = join(scratch, "release");
  cloneInto(ROOT, "HEAD", clone);
  if (hasWaitingChanges(clone)) commitNextVersion(clone);
  const version = sharedVersion(clone);
  notesOf(clone, version);
  if (commitOf(ROOT, `refs/tags/${versionTag(version)}`) !== undefined) {
    throw new Refusal(`${versionTag(version)} is there already: a version goes out once.`);
  }
  process.stdout.write(listing(make({ root: ROOT, clone, scratch, out, say })));
  say("a dry run: nothing has left this machine");
}

function release(bench: Bench): void {
  const { step, reason } = nextStep(ROOT);
  say(`${step} (${reason})`);
  const steps = { propose: ["propose"], release: ["make", "publish", "tag"], none: [] }[step];
  for (const name of steps) STEPS[name]?.(bench);
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
    throw new Refusal(`${problem}. The flags are listed by --help.`);
  }
}

/** @throws Refusal where nothing can be released, with one line that says why */
export function main(args: readonly string[]): void {
  const { values, positionals } = parse(args);
  if (values.help) return void process.stdout.write(HELP);
  const [name, ...more] = positionals;
  const step = name === undefined ? release : STEPS[name];
  if (step === undefined || more.length > 0) throw new Refusal(`${positionals.join(" ")} is no step. See --help.`);
  if (values["dry-run"] && name !== undefined) throw new Refusal("A dry run is of all steps: leave the step out.");
  if (!values["dry-run"] && process.env["CI"] !== "true") {
    throw new Refusal("Releases are made by CI alone. To see what would go out: npm run release -- --dry-run");
  }
  const scratch = realpathSync(mkdtempSync(join(tmpdir(), "forgehand-release-")));
  try {
    const bench = { scratch, out: values.out === undefined ? join(scratch, "out") : resolve(values.out) };
    (values["dry-run"] ? dryRun : step)(bench);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

if (import.meta.main) {
  try {
    main(process.argv.slice(2));
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}
