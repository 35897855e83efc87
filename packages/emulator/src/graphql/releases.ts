import { renderRelease } from "../objects/release.ts";
import { nodeId } from "../objects/user.ts";
import { latestRelease, type Release } from "../state/releases.ts";
import type { Repository } from "../state/repositories.ts";
import type { Resolvers } from "./resolver.ts";

export interface ReleaseSource {
  readonly kind: "Release";
  readonly repository: Repository;
  readonly release: Release;
}

export const releaseSource = (repository: Repository, release: Release | undefined): ReleaseSource | null =>
  release ? { kind: "Release", repository, release } : null;

export const releaseResolvers: Resolvers<ReleaseSource> = {
  createdAt: ({ release }) => release.created_at,
  databaseId: ({ release }) => release.id,
  description: ({ release }) => release.body,
  id: ({ release }) => nodeId("Release", release.id),
  isDraft: ({ release }) => release.draft,
  isLatest: ({ repository, release }, { call }) => latestRelease(call.context.db, repository.id)?.id === release.id,
  isPrerelease: ({ release }) => release.prerelease,
  name: ({ release }) => release.name,
  publishedAt: ({ release }) => (release.draft ? null : release.published_at),
  tagName: ({ release }) => release.tag_name,
  url: ({ repository, release }, { call }) => renderRelease(call.context, repository, release).html_url,
};
