import { createHash } from "node:crypto";
import { bytes, integer, nullable, type RowOf, reference, row, rowId, text } from "./columns.ts";
import { allOf, where } from "./condition.ts";
import { type Database, type PageRange, queryPage, type RowPage } from "./database.ts";
import { table } from "./table.ts";

// Artifacts of workflow runs. They stay listed after they have expired.

export const artifacts = table(
  "artifacts",
  {
    id: rowId(),
    run_id: reference("workflow_runs"),
    name: text(),
    /** The zip archive with its files. */
    content: bytes(),
    size: integer(),
    digest: text(),
    created_at: text(),
    expires_at: text(),
  },
  { indexes: { artifacts_by_run: "run_id, created_at, id" } },
);

/** An artifact without its content, with the fields of its run that responses have. */
const Artifact = row({
  id: integer(),
  run_id: integer(),
  name: text(),
  size: integer(),
  digest: text(),
  created_at: text(),
  expires_at: text(),
  repository_id: integer(),
  head_repository_id: nullable(integer()),
  head_branch: nullable(text()),
  head_sha: text(),
});
export type Artifact = RowOf<typeof Artifact>;

const COLUMNS = `a.id, a.run_id, a.name, a.size, a.digest, a.created_at, a.expires_at, w.repository_id,
  w.head_repository_id, w.head_branch, w.head_sha FROM artifacts a JOIN workflow_runs w ON w.id = a.run_id`;

export function createArtifact(
  db: Database,
  { content, ...artifact }: Omit<RowOf<typeof artifacts>, "id" | "size" | "digest">,
): void {
  const digest = `sha256:${createHash("sha256").update(content).digest("hex")}`;
  artifacts.insert(db, { ...artifact, content, size: content.length, digest });
}

export interface ArtifactFilter {
  readonly repositoryId: number;
  readonly runId?: number | undefined;
  readonly name?: string | undefined;
}

/** Returns artifacts by their creation, newest first by default. */
export function artifactsOf(
  db: Database,
  { repositoryId, runId, name }: ArtifactFilter,
  pageRange: PageRange,
  direction: "asc" | "desc" = "desc",
): RowPage<Artifact> {
  const { sql, values } = allOf([
    where("w.repository_id = ?", repositoryId),
    where("a.run_id = ?", runId),
    where("a.name = ?", name),
  ]);
  const query = `${COLUMNS} WHERE ${sql} ORDER BY a.created_at ${direction}, a.id ${direction}`;
  return queryPage(db, Artifact, query, values, pageRange);
}

export function findArtifact(db: Database, repositoryId: number, id: number): Artifact | undefined {
  return db.get(Artifact, `SELECT ${COLUMNS} WHERE w.repository_id = ? AND a.id = ?`, repositoryId, id);
}
