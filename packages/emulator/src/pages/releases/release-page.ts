import { html } from "hono/html";
import { callerGrant } from "../../callers/permission.ts";
import { findReleaseCommit } from "../../effects/releases.ts";
import { resolveCommit } from "../../git/resolve.ts";
import { encodePath } from "../../objects/content.ts";
import { pageTagOf } from "../../objects/release.ts";
import { ALL_ROWS } from "../../state/database.ts";
import {
  assetsOf,
  findPublishedRelease,
  latestRelease,
  type Release,
  type ReleaseAsset,
  releases,
  releasesOf,
} from "../../state/releases.ts";
import { includesPermission } from "../../state/repositories.ts";
import { authorLink } from "../issues/comment-box.ts";
import { pluralize } from "../layout/counts.ts";
import type { Html } from "../layout/html.ts";
import { icon } from "../layout/icons.ts";
import { markdown } from "../layout/markdown.ts";
import { emptyState, pager, pageWindow } from "../layout/paging.ts";
import { relativeTime } from "../layout/relative-time.ts";
import { storeOf } from "../repository/contents.ts";
import { type RepositoryPageRequest, renderRepositoryPage } from "../repository/repository-layout.ts";

const RELEASES_PER_PAGE = 10;

/** Renders `/{owner}/{repo}/releases`. Only users who can push see drafts. */
export function releaseListPage(request: RepositoryPageRequest): Html {
  const { context, repository, root } = request;
  const window = pageWindow(request, RELEASES_PER_PAGE);
  const { rows, total } = releasesOf(context.db, repository.id, { drafts: canSeeDrafts(request) }, window);
  const latest = latestRelease(context.db, repository.id);
  const text = "Releases package a version of the code with notes and files.";
  return renderRepositoryPage(
    request,
    `Releases · ${root.slice(1)}`,
    "code",
    html`<h1 class="page-title">Releases</h1>
        ${
          rows.length === 0
            ? emptyState(request, total, "There aren’t any releases here", text)
            : rows.map((release) => releaseBox(request, release, release.id === latest?.id))
        }
        ${pager(request, total, RELEASES_PER_PAGE)}`,
  );
}

/** Renders `/{owner}/{repo}/releases/tag/{tag}`: a release, or a tag without one. */
export function releasePage(request: RepositoryPageRequest, tag: string): Html | undefined {
  const { context, repository, root } = request;
  const release = findPublishedRelease(context.db, repository.id, tag) ?? findDraft(request, tag);
  if (!release) return tagPage(request, tag);
  const isLatest = release.id === latestRelease(context.db, repository.id)?.id;
  return renderRepositoryPage(
    request,
    `Release ${titleOf(release)} · ${root.slice(1)}`,
    "code",
    html`<p class="breadcrumbs"><a href="${root}/releases">Releases</a> <span class="dim">/</span> <strong>${release.tag_name}</strong></p>
        <h1 class="sr-only">${titleOf(release)}</h1>
        ${releaseBox(request, release, isLatest)}`,
  );
}

/** Returns the address of the latest release. */
export function latestReleaseAddress({ context, repository, root }: RepositoryPageRequest) {
  const latest = latestRelease(context.db, repository.id);
  return { redirect: latest ? `${root}/releases/tag/${encodePath(latest.tag_name)}` : `${root}/releases` };
}

function tagPage(request: RepositoryPageRequest, tag: string): Html | undefined {
  const { root } = request;
  const commit = resolveCommit(storeOf(request), `refs/tags/${tag}`);
  if (commit === undefined) return undefined;
  return renderRepositoryPage(
    request,
    `Tag ${tag} · ${root.slice(1)}`,
    "code",
    html`<p class="breadcrumbs"><a href="${root}/releases">Releases</a> <span class="dim">/</span> <strong>${tag}</strong></p>
        <h1>${icon("tag")} ${tag}</h1>
        <p>${commitLink(request, commit)}</p>`,
  );
}

/** Returns the draft at a placeholder of a tag, if the user can see drafts. */
function findDraft(request: RepositoryPageRequest, tag: string): Release | undefined {
  if (!tag.startsWith("untagged-") || !canSeeDrafts(request)) return undefined;
  const { context, repository } = request;
  const drafts = releases.page(context.db, { repository_id: repository.id, draft: true }, "id", ALL_ROWS).rows;
  return drafts.find((draft) => pageTagOf(draft) === tag);
}

const canSeeDrafts = ({ context, caller, repository }: RepositoryPageRequest) =>
  includesPermission(callerGrant(context, caller, repository), "push");

const titleOf = ({ name, tag_name }: Release) => name || tag_name;

const commitLink = ({ root }: RepositoryPageRequest, sha: string): Html =>
  html`<span>${icon("git-commit")} <a href="${root}/commit/${sha}"><code>${sha.slice(0, 7)}</code></a></span>`;

function releaseBox(request: RepositoryPageRequest, release: Release, isLatest: boolean): Html {
  const { context, root, now } = request;
  const { body, draft, prerelease, tag_name } = release;
  const page = encodePath(pageTagOf(release));
  const commit = findReleaseCommit(request, release);
  const assets = assetsOf(context.db, release.id, ALL_ROWS).rows;
  const at = relativeTime(now, release.published_at ?? release.created_at);
  const badge = draft
    ? html`<span class="Label">Draft</span>`
    : prerelease
      ? html`<span class="Label">Pre-release</span>`
      : isLatest
        ? html`<a class="Label" href="${root}/releases/latest">Latest</a>`
        : "";
  return html`<section class="Box release" aria-labelledby="release-${release.id}">
    <div class="Box-header">
      <h2 id="release-${release.id}" class="row-title"><a class="Link--primary" href="${root}/releases/tag/${page}">${titleOf(release)}</a></h2>
      ${badge}
      <div class="row-facts">
        <span>${authorLink(request, release.author_id)} ${draft ? "drafted" : "released"} this ${at}</span>
        <span>${icon("tag")} ${draft ? tag_name : html`<a href="${root}/tree/${encodePath(tag_name)}">${tag_name}</a>`}</span>
        ${commit === undefined ? "" : commitLink(request, commit)}
      </div>
    </div>
    ${body?.trim() ? html`<div class="markdown-body">${markdown(body)}</div>` : ""}
    ${assets.length === 0 ? "" : assetList(`${root}/releases/download/${page}`, assets, draft)}
  </section>`;
}

function assetList(address: string, assets: readonly ReleaseAsset[], isDraft: boolean): Html {
  const row = ({ name, label, size, state, download_count }: ReleaseAsset) => {
    const text = label || name;
    // A draft's files can't be downloaded from its page yet.
    const isAvailable = state === "uploaded" && !isDraft;
    return html`<li class="Box-row">
      ${icon("download")}
      <div class="row-main">${isAvailable ? html`<a href="${address}/${encodeURIComponent(name)}" data-turbo="false">${text}</a>` : text}</div>
      <span class="dim">${pluralize(size, "byte")} · ${pluralize(download_count, "download")}</span>
    </li>`;
  };
  return html`<h3 class="Box-header">Assets <span class="Counter">${assets.length}</span></h3>
    <ul>${assets.map(row)}</ul>`;
}
