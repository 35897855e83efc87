// Uploads of files, without zod: plain data refers to them.

/** A file to send as it is, instead of the body's fields as JSON. */
export interface FileUpload {
  /** Root URL of the server that receives files; undefined if it is not known for this API. */
  readonly root: string | undefined;
  readonly content: Blob;
  readonly contentType: string;
}

/**
 * Returns the root URL of the server that receives files, given the API's; undefined if the API has no known one. The
 * token is sent there, so other names than GitHub's own must not lead to another host.
 * @see https://docs.github.com/rest/releases/assets#upload-a-release-asset
 */
export function uploadRoot(apiRoot: string): string | undefined {
  if (/\/api\/v3$/.test(apiRoot)) return apiRoot.replace(/v3$/, "uploads");
  const isKnown = /^https:\/\/api\.(github\.com|[\w-]+\.ghe\.com)$|^https?:\/\/api\.github\.localhost(:\d+)?$/.test(
    apiRoot,
  );
  return isKnown ? apiRoot.replace("//api.", "//uploads.") : undefined;
}

/** Returns the file of a body with `data` and `content_type`. The bytes are copied, because a retry sends them again. */
export function uploadData(apiRoot: string, body: Readonly<Record<string, unknown>>): FileUpload {
  const { data, content_type: contentType = "application/octet-stream" } = body;
  const content = data instanceof Uint8Array ? new Blob([new Uint8Array(data)]) : data;
  if (!(content instanceof Blob)) throw new TypeError("The data must be a Uint8Array or a Blob.");
  return { root: uploadRoot(apiRoot), content, contentType: String(contentType) };
}
