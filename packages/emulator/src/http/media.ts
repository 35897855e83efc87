import type { Definition } from "@forgehand/core/contract";
import type { Dialect } from "@forgehand/core/dialects";

/**
 * Returns the operation's custom media type that a call accepts: `application/vnd.svc.raw+json`, or in the older
 * spellings `application/vnd.svc.raw` and `application/vnd.svc.v3.raw`, or a complete type of another name. Undefined stands for plain JSON.
 */
export function acceptedMedia({ mediaTypeVendor }: Dialect, definition: Definition, accept: string | null) {
  if (!definition.media || accept === null) return undefined;
  const start = `application/vnd.${mediaTypeVendor}.`;
  for (const range of accept.split(",")) {
    const type = range.split(";")[0]?.trim().toLowerCase() ?? "";
    if (Object.hasOwn(definition.media, type)) return type;
    if (!type.startsWith(start)) continue;
    const name = type
      .slice(start.length)
      .replace(/^v3\./, "")
      .replace(/\+json$/, "");
    if (Object.hasOwn(definition.media, name)) return name;
  }
  return undefined;
}
