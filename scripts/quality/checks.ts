import { PNPM } from "./pnpm.ts";

/** A project-wide check by one tool. */
export interface QualityCheck {
  readonly name: string;
  /** The program and its arguments, separated by spaces. There is no shell, so nothing is quoted. */
  readonly command: string;
  /** Whether its output is always printed. */
  readonly isReport?: true;
  /** Needs a network: runs only with `--online`. */
  readonly needsNetwork?: true;
}

const pnpm = (args: string) => `${PNPM.join(" ")} ${args}`;

/** Checks in the order in which they start: the slowest first. */
export const CHECKS: readonly QualityCheck[] = [
  {
    name: "spelling",
    // Later runs only read changed files.
    command:
      "cspell lint --config scripts/quality/cspell.yaml --no-progress --no-summary --quiet " +
      "--cache --cache-strategy content --cache-location node_modules/.cache/cspell",
  },
  {
    name: "dead code and dependencies",
    command: "knip --config scripts/quality/knip.ts --no-progress --treat-config-hints-as-errors",
  },
  {
    name: "lockfile matches the manifests",
    command: pnpm("install --frozen-lockfile --lockfile-only --offline --trust-lockfile"),
  },
  {
    name: "directions of imports",
    command:
      "depcruise --config scripts/quality/dependencies.mjs " +
      "packages/core/src packages/redis/src packages/postgres/src packages/emulator/src packages/tasks/src packages/cli/src extension action/src",
  },
  { name: "lockfile and catalogs", command: "node scripts/quality/lockfile.ts" },
  { name: "licenses", command: "node scripts/quality/licenses.ts" },
  { name: "secrets", command: "secretlint --secretlintrc scripts/quality/secretlint.yaml **/*" },
  {
    name: "duplicated code",
    // Ignores import lists, because similar files have similar ones.
    command:
      "jscpd . --format typescript,tsx,javascript,css --min-lines 8 --min-tokens 75 --exit-code 1 " +
      "--ignore-pattern import\\s[^;]*; --reporters ai --no-tips --no-colors",
  },
  {
    name: "links",
    command:
      "remark . --no-color --quiet --frail --no-stdout --ignore-path .gitignore " +
      '--use remark-validate-links=repository:"https://github.com/forgehand/forgehand"',
  },
  { name: "lines of source by area", command: "node scripts/quality/lines.ts", isReport: true },
  // Includes development dependencies, because manifests list bundled packages there.
  { name: "known vulnerabilities", command: pnpm("audit --audit-level moderate"), needsNetwork: true },
];
