import { API_VERSION, API_VERSIONS, DEFAULT_API_VERSION } from "@forgehand/core/contract";
import type { Dialect } from "@forgehand/core/dialects";
import type { EmulatorContext } from "../emulator-context.ts";
import { HttpError } from "../http-error.ts";
import type { HeaderList } from "./responder.ts";

/** The form of responses in one API version. */
export interface WireFormat {
  readonly dialect: Dialect;
  readonly version: string;
  /** Headers that name the version and the media type. */
  readonly headers: HeaderList;
}

/** Release of the self-hosted edition. */
export const SELF_HOSTED_RELEASE = "3.19.0";

/**
 * Fields that responses lack since API version 2026-03-10, each with a field by which to recognize its objects if others
 * keep it.
 * @see https://docs.github.com/rest/about-the-rest-api/breaking-changes
 */
const REMOVED_FIELDS: Readonly<Record<string, string | undefined>> = {
  has_downloads: undefined,
  use_squash_pr_title_as_default: undefined,
  merge_commit_sha: undefined,
  assignee: "assignees",
  rate: "resources",
  authorizations_url: "current_user_url",
  hub_url: "current_user_url",
};

/** Names of the removed fields. */
export const REMOVED_NAMES = Object.keys(REMOVED_FIELDS);

/** Removes the fields that an API version no longer has from a response. */
export function withoutRemovedFields({ version }: Pick<WireFormat, "version">, value: unknown): unknown {
  return version === API_VERSION ? withoutRemoved(value) : value;
}

function withoutRemoved(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutRemoved);
  if (typeof value !== "object" || value === null) return value;
  const isRemoved = (name: string) =>
    Object.hasOwn(REMOVED_FIELDS, name) && Object.hasOwn(value, REMOVED_FIELDS[name] ?? name);
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, field]) => (isRemoved(name) ? [] : [[name, withoutRemoved(field)]])),
  );
}

/** Position of the media type's value in the headers of a format. */
const MEDIA_TYPE_INDEX = 1;

/** Maximum number of cached values of `Accept`. */
const MAX_MEDIA_TYPES = 100;

/** Returns the function that finds the format of a requested API version. */
export function createWireFormats({ dialect, edition }: EmulatorContext) {
  const names = dialect.headers;
  const formats = new Map(
    API_VERSIONS.map((version): [string, WireFormat] => [
      version,
      {
        dialect,
        version,
        headers: [
          names.mediaType,
          mediaTypeText(dialect, "; format=json"),
          names.selectedVersion,
          version,
          ...(edition === "self-hosted" ? [names.enterpriseVersion, SELF_HOSTED_RELEASE] : []),
        ],
      },
    ]),
  );
  const fallback = formats.get(DEFAULT_API_VERSION);
  if (!fallback) throw new Error("The default API version must be supported.");
  const mediaTypes = new Map<string, string>();
  return {
    /** Changes the headers of a response to name the media type that the call asked for. */
    setMediaType(headers: HeaderList, accept: string): void {
      const text = mediaTypes.get(accept) ?? describeMediaType(dialect, accept);
      if (mediaTypes.size < MAX_MEDIA_TYPES) mediaTypes.set(accept, text);
      headers[MEDIA_TYPE_INDEX] = text;
    },
    /** Format of responses to requests without a version, or with an unknown one. */
    fallback,
    /** @returns undefined if the version is not supported */
    find: (version: string | undefined) => (version === undefined ? fallback : formats.get(version)),
  };
}

/** 400 for an API version that is not supported. */
export const unsupportedVersion = (version = "") =>
  new HttpError(400, `The API version ${version} is not supported. Supported are ${API_VERSIONS.join(", ")}.`);

/** Removes the media type from the headers of a response without content. */
export function removeMediaType(headers: HeaderList): void {
  headers.splice(MEDIA_TYPE_INDEX - 1, 2);
}

/** Describes the first media type of the vendor: its variant or preview, and the format. */
function describeMediaType(dialect: Dialect, accept: string): string {
  const start = `application/vnd.${dialect.mediaTypeVendor}.`;
  const types = accept.split(",").map((range) => range.split(";")[0]?.trim().toLowerCase() ?? "");
  const type = types.find((candidate) => candidate.startsWith(start))?.slice(start.length) ?? "";
  const [, name, suffix] = /^(?:v3(?:\.|(?=\+|$)))?([\w.-]*)(\+json)?$/.exec(type) ?? [];
  if (!name) return mediaTypeText(dialect, "; format=json");
  return mediaTypeText(dialect, `; param=${name}${suffix === undefined ? "" : "; format=json"}`);
}

const mediaTypeText = ({ mediaTypeVendor }: Dialect, parameters: string) => `${mediaTypeVendor}.v3${parameters}`;
