import * as z from "zod/mini";
import { lazy } from "../../../internal/lazy.ts";
import { EventUser } from "../../objects/user.ts";
import { fieldsWith, namedObject } from "../../schema.ts";

const anyObject = lazy(() => z.looseObject({}));
const optionalText = lazy(() => z.optional(z.string()));

/** Manifest of an npm package. Publishers choose the form of many of its fields. */
const npmMetadata = () =>
  z.looseObject({
    ...fieldsWith(
      optionalText(),
      "id",
      "name",
      "version",
      "description",
      "license",
      "main",
      "homepage",
      "readme",
      "npm_user",
      "npm_version",
      "node_version",
      "git_head",
      "commit_oid",
      "installation_command",
    ),
    ...fieldsWith(
      z.optional(z.nullable(z.union([z.string(), anyObject()]))),
      "author",
      "bugs",
      "dist",
      "repository",
      "directories",
    ),
    ...fieldsWith(
      z.optional(anyObject()),
      "dependencies",
      "dev_dependencies",
      "peer_dependencies",
      "optional_dependencies",
      "scripts",
      "engines",
      "bin",
      "man",
    ),
    ...fieldsWith(z.optional(z.array(z.union([z.string(), anyObject()]))), "maintainers", "contributors"),
    ...fieldsWith(z.optional(z.array(z.string())), "keywords", "files", "os", "cpu"),
    ...fieldsWith(z.optional(z.boolean()), "has_shrinkwrap", "published_via_actions"),
    ...fieldsWith(z.optional(z.int()), "release_id", "deleted_by_id"),
  });

const containerMetadata = () =>
  z.looseObject({
    ...fieldsWith(z.optional(z.nullable(anyObject())), "labels", "manifest"),
    tag: z.optional(z.looseObject(fieldsWith(optionalText(), "digest", "name"))),
  });

const nugetMetadata = () =>
  z.looseObject({
    id: z.optional(z.nullable(z.union([z.int(), z.string(), anyObject()]))),
    name: optionalText(),
    value: z.optional(
      z.union([
        z.boolean(),
        z.string(),
        z.int(),
        z.looseObject({
          ...fieldsWith(optionalText(), "url", "branch", "commit", "type"),
        }),
      ]),
    ),
  });

const rubygemsMetadata = () =>
  z.looseObject({
    ...fieldsWith(optionalText(), "name", "description", "readme", "homepage", "platform", "repo", "commit_oid"),
    version_info: z.optional(z.looseObject({ version: optionalText() })),
    metadata: z.optional(z.record(z.string(), z.string())),
    dependencies: z.optional(z.array(z.record(z.string(), z.string()))),
  });

/** A file of a package version. */
export class PackageFile extends namedObject(() => ({
  ...fieldsWith(optionalText(), "name", "content_type", "download_url", "created_at", "updated_at"),
  ...fieldsWith(z.optional(z.int()), "id", "size"),
  ...fieldsWith(z.optional(z.nullable(z.string())), "md5", "sha1", "sha256", "state"),
})) {}

/** A version of a package. The metadata depends on the package's type. */
export class PackageVersion extends namedObject(() => ({
  id: z.int(),
  ...fieldsWith(z.string(), "name", "version", "summary", "description", "html_url", "installation_command"),
  ...fieldsWith(
    optionalText(),
    "body_html",
    "manifest",
    "package_url",
    "source_url",
    "tag_name",
    "target_commitish",
    "target_oid",
    "created_at",
    "updated_at",
  ),
  author: z.optional(z.nullable(EventUser.schema())),
  body: z.optional(z.union([z.string(), anyObject()])),
  ...fieldsWith(z.optional(z.boolean()), "draft", "prerelease"),
  metadata: z.array(anyObject()),
  package_files: z.array(PackageFile.schema()),
  release: z.optional(
    z.looseObject({
      id: z.optional(z.int()),
      ...fieldsWith(optionalText(), "url", "html_url", "tag_name", "target_commitish", "created_at", "published_at"),
      name: z.optional(z.nullable(z.string())),
      author: z.optional(z.nullable(EventUser.schema())),
      ...fieldsWith(z.optional(z.boolean()), "draft", "prerelease"),
    }),
  ),
  container_metadata: z.optional(z.nullable(containerMetadata())),
  docker_metadata: z.optional(z.array(z.nullable(z.looseObject({ tags: z.optional(z.array(z.string())) })))),
  npm_metadata: z.optional(z.nullable(npmMetadata())),
  nuget_metadata: z.optional(z.nullable(z.array(nugetMetadata()))),
  rubygems_metadata: z.optional(z.array(rubygemsMetadata())),
})) {}

/** A package, with the version that the event is about. */
export class EventPackage extends namedObject(() => ({
  id: z.int(),
  ...fieldsWith(z.string(), "name", "namespace", "ecosystem", "package_type", "html_url"),
  ...fieldsWith(z.nullable(z.string()), "description", "created_at", "updated_at"),
  owner: z.nullable(EventUser.schema()),
  package_version: z.nullable(PackageVersion.schema()),
  registry: z.nullable(z.looseObject(fieldsWith(optionalText(), "name", "type", "vendor", "url", "about_url"))),
})) {}
