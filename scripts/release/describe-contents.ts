import { ACTION_FOLDER } from "./action-folder.ts";
import type { ReleaseFile, ReleaseManifest } from "./release-manifest.ts";
import { versionTag } from "./versions.ts";

/** File that explains a built release. */
export const README_FILE = "README.txt";
/** File with the changelog's section of the version. */
export const NOTES_FILE = "NOTES.md";
/** File with the SHA-256 sums of all other files that users get. */
export const SUMS_FILE = "SHA256SUMS";

/** Fields of a published package that its users see. */
export interface PackageDescription {
  readonly name: string;
  readonly file: string;
  readonly description: string;
  /** Versions of Node that it needs. */
  readonly node: string;
  /** Names of its commands. */
  readonly commands: readonly string[];
}

/** Instructions for trying assets, by the end of their names. */
const ASSET_NOTES: readonly (readonly [suffix: string, note: string])[] = [
  [
    "-chrome.zip",
    'Unpack it. In chrome://extensions or edge://extensions, turn on "Developer mode", and choose the folder with "Load unpacked".',
  ],
  ["-firefox.zip", 'In about:debugging#/runtime/this-firefox, choose the file with "Load Temporary Add-on".'],
  ["-firefox-sources.zip", "The sources that addons.mozilla.org asks for."],
  [".cdx.json", "A bill of materials (CycloneDX): what this part contains."],
];

/** Formats sums as `sha256sum --check` reads them. */
export function formatSums(files: readonly ReleaseFile[]): string {
  return files.map(({ file, sha256 }) => `${sha256}  ${file}\n`).join("");
}

/** Explains what a built release contains and how to try it. */
export function describeContents(
  { version, source, assets, action }: Omit<ReleaseManifest, "notes" | "packages">,
  packages: readonly PackageDescription[],
): string {
  const commands = packages.flatMap((each) => each.commands);
  const noteOf = (file: string) => ASSET_NOTES.find(([suffix]) => file.endsWith(suffix))?.[1] ?? "";
  return [
    `Forgehand ${version}, built from ${source}`,
    "",
    "All commands are run in this folder.",
    "",
    "NPM PACKAGES",
    ...packages.flatMap(({ name, file, description, node }) => [
      "",
      `  ${file}`,
      `    ${name}: ${description} Needs Node ${node}.`,
    ]),
    "",
    "  Install all of them at once, because they depend on each other:",
    `    mkdir try && cd try && npm init -y && npm install ${packages.map(({ file }) => `../${file}`).join(" ")}`,
    ...commands.map((command) => `    npx ${command} --help`),
    "",
    "THE ACTION",
    "",
    `  ${ACTION_FOLDER}/`,
    "    Everything that a runner needs. Copy it to a repository, commit it (with `git add --force`, because dist/ is",
    "    often ignored), and use it by its path, after a checkout:",
    "      - uses: actions/checkout@v5",
    `      - uses: ./${ACTION_FOLDER}`,
    "        with:",
    "          task: rotate-secrets",
    "          organization: ORGANIZATION",
    "          secret: NAME",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: an expression of a workflow
    "          value: ${{ secrets.NEW_VALUE }}",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: an expression of a workflow
    "          token: ${{ secrets.ADMIN_TOKEN }}",
    "    Without a runner, on Node 24, inputs are variables. This plans only, because that is the default mode:",
    "      env INPUT_TASK=redeliver INPUT_REPOSITORIES=OWNER/NAME INPUT_API-URL=URL INPUT_TOKEN=TOKEN \\",
    `        node ${ACTION_FOLDER}/dist/main.js`,
    "",
    `  ${action.gitBundle.file}`,
    `    The commit ${action.commit} as a git bundle: the sources with the action's bundle, for the tag ${versionTag(version)}.`,
    "",
    "OTHER FILES OF THE RELEASE",
    ...assets.flatMap(({ file }) => ["", `  ${file}`, ...(noteOf(file) === "" ? [] : [`    ${noteOf(file)}`])]),
    "",
    `  ${SUMS_FILE}`,
    `    The sums of these files: sha256sum --check ${SUMS_FILE}`,
    "",
    "ABOUT THE RELEASE",
    "",
    `  ${NOTES_FILE}`,
    "    The release notes: the changelog's section of this version.",
    "",
    "  release.json",
    "    What the release workflow publishes, with sizes and sums.",
    "",
  ].join("\n");
}
