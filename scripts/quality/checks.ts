import { PNPM } from "./pnpm.ts";

/** One thing that is held of the whole project, by one tool. */
export interface Check {
  readonly name: string;
  readonly command: readonly [string, ...string[]];
  /** Asks a service: only with `--online`. */
  readonly online?: true;
}

/** What takes longest comes first. */
export const CHECKS: readonly Check[] = [
  {
    name: "spelling",
    command: [
      "cspell",
      ...["lint", "--config", "scripts/quality/cspell.yaml", "--no-progress", "--no-summary", "--quiet"],
      // A second run reads the files that have changed since.
      ...["--cache", "--cache-strategy", "content", "--cache-location", "node_modules/.cache/cspell"],
    ],
  },
  {
    name: "dead code and dependencies",
    command: ["knip", "--config", "scripts/quality/knip.ts", "--no-progress", "--treat-config-hints-as-errors"],
  },
  {
    name: "lockfile is what the manifests ask for",
    command: [...PNPM, "install", "--frozen-lockfile", "--lockfile-only", "--offline", "--trust-lockfile"],
  },
  { name: "lockfile and catalogs", command: ["node", "scripts/quality/lockfile.ts"] },
  { name: "licences", command: ["node", "scripts/quality/licences.ts"] },
  {
    name: "secrets",
    command: ["secretlint", "--secretlintrc", "scripts/quality/secretlint.yaml", "**/*"],
  },
  {
    name: "duplicated code",
    command: [
      "jscpd",
      ...[
        ".",
        "--format",
        "typescript,tsx,javascript,css",
        "--min-lines",
        "8",
        "--min-tokens",
        "75",
        "--exit-code",
        "1",
      ],
      // Lists of imports are alike wherever the same is used.
      ...["--ignore-pattern", "import [^;]*;", "--reporters", "ai", "--no-tips", "--no-colors"],
    ],
  },
  {
    name: "links",
    command: [
      "remark",
      ...[".", "--no-color", "--quiet", "--frail", "--no-stdout", "--ignore-path", ".gitignore"],
      ...["--use", 'remark-validate-links=repository:"https://github.com/forgehand/forgehand"'],
    ],
  },
  // Of tools too: a bundle holds what its manifest has as a tool.
  { name: "known vulnerabilities", command: [...PNPM, "audit", "--audit-level", "moderate"], online: true },
];
