import { PARTS } from "../parts.ts";

/** One change as its author wrote it down. */
export interface Change {
  readonly id: string;
  readonly summary: string;
  readonly releases: readonly { readonly name: string; readonly type: string }[];
}

const UNRELEASED = "Unreleased";

/** What the changelog says of a version, without its heading. */
export function sectionOf(changelog: string, heading: string): string | undefined {
  const sections = changelog.split(/^## /m).slice(1);
  const found = sections.find((section) => section.split("\n", 1)[0]?.trim() === heading);
  return found?.slice(heading.length).trim();
}

/**
 * The changelog with a section for a new version at its head: what changed, then what stood under "Unreleased".
 * @param changelog as it is
 */
export function withVersion(changelog: string, version: string, changes: readonly Change[]): string {
  const unreleased = sectionOf(changelog, UNRELEASED);
  const [head = "", ...sections] = changelog.split(/^(?=## )/m).map((section) => section.trim());
  const kept = sections.filter((section) => section.split("\n", 1)[0] !== `## ${UNRELEASED}`);
  const text = [...changes.toSorted(byWeight).map(entry), ...(unreleased ? [unreleased] : [])].join("\n");
  return `${[head, `## ${version}\n\n${text}`, ...kept].join("\n\n")}\n`;
}

const WEIGHTS = ["major", "minor", "patch"];
const weight = ({ releases }: Change) => Math.min(...releases.map(({ type }) => WEIGHTS.indexOf(type)));

function byWeight(a: Change, b: Change): number {
  return weight(a) - weight(b) || (a.id < b.id ? -1 : 1);
}

/** One change as an entry of a list, with what it is about before it unless that is everything. */
function entry({ summary, releases }: Change): string {
  const about = PARTS.filter(({ name }) => releases.some((release) => release.name === name)).map(({ title }) => title);
  const titles = about.length === PARTS.length ? "" : `${about.join(", ")}: `;
  const text = `${titles.charAt(0).toUpperCase()}${titles.slice(1)}${summary.trim()}`;
  return `- ${text.replaceAll(/\n(?=[^\n])/g, "\n  ")}`;
}
