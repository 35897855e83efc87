import { PARTS } from "../parts.ts";

/** A change, read from a changeset. */
export interface Change {
  readonly id: string;
  readonly summary: string;
  readonly releases: readonly { readonly name: string; readonly type: string }[];
}

const UNRELEASED = "Unreleased";

/** Returns the text of a version's section, without its heading. */
export function findSection(changelog: string, heading: string): string | undefined {
  const sections = changelog.split(/^## /m).slice(1);
  const match = sections.find((section) => section.split("\n", 1)[0]?.trim() === heading);
  return match?.slice(heading.length).trim();
}

/**
 * Returns the changelog with a new section at the top: the given changes, then the text under "Unreleased".
 * @param changelog current text
 */
export function addVersion(changelog: string, version: string, changes: readonly Change[]): string {
  const unreleased = findSection(changelog, UNRELEASED);
  const [head = "", ...sections] = changelog.split(/^(?=## )/m).map((section) => section.trim());
  const otherSections = sections.filter((section) => section.split("\n", 1)[0] !== `## ${UNRELEASED}`);
  const text = [...changes.toSorted(compareSeverity).map(formatEntry), ...(unreleased ? [unreleased] : [])].join("\n");
  return `${[head, `## ${version}\n\n${text}`, ...otherSections].join("\n\n")}\n`;
}

const SEVERITIES = ["major", "minor", "patch"];
const severity = ({ releases }: Change) => Math.min(...releases.map(({ type }) => SEVERITIES.indexOf(type)));

function compareSeverity(a: Change, b: Change): number {
  return severity(a) - severity(b) || (a.id < b.id ? -1 : 1);
}

/** Formats a change as a list entry, prefixed with the affected parts unless it affects all of them. */
function formatEntry({ summary, releases }: Change): string {
  const affectedParts = PARTS.filter(({ name }) => releases.some((release) => release.name === name)).map(
    ({ title }) => title,
  );
  const prefix = affectedParts.length === PARTS.length ? "" : `${affectedParts.join(", ")}: `;
  const text = `${prefix.charAt(0).toUpperCase()}${prefix.slice(1)}${summary.trim()}`;
  return `- ${text.replaceAll(/\n(?=[^\n])/g, "\n  ")}`;
}
